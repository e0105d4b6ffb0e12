// Words of the bots: their levels, their thinking, and the staff's advice.
export const en = {
  level: 'How the bots play', level_random: 'by chance', level_staff: 'staff: quick', level_marshal: 'marshal: thinks ahead',
  levelAbout_random: 'Any order, drawn by lot: to learn the rules.', levelAbout_staff: 'A quick opponent that plays to win.',
  levelAbout_marshal: 'Looks ahead for about two seconds before every order.', levelAbout_other: 'A bot added by whoever runs this table.',
  levelOf: 'How {0} is played', advice: 'Ask the staff', adviceAway: 'Put the advice away', advised: 'The staff advises', follow: 'Do that',
  asking: 'The staff confers', noAdvice: 'The staff cannot answer just now.', thinks: '{0} thinks', decideNow: 'Decide now',
};
export const fr: Record<keyof typeof en, string> = {
  level: 'Comment jouent les robots', level_random: 'au hasard', level_staff: 'état-major : vif', level_marshal: 'maréchal : prévoit',
  levelAbout_random: 'N’importe quel ordre, tiré au sort : pour apprendre les règles.', levelAbout_staff: 'Un adversaire vif qui joue pour gagner.',
  levelAbout_marshal: 'Prévoit environ deux secondes avant chaque ordre.', levelAbout_other: 'Un robot ajouté par qui tient cette table.',
  levelOf: 'Comment joue le robot : {0}', advice: 'Consulter l’état-major', adviceAway: 'Ranger le conseil', advised: 'L’état-major conseille', follow: 'Faire ainsi',
  asking: 'L’état-major délibère', noAdvice: 'L’état-major ne peut répondre.', thinks: 'En réflexion : {0}', decideNow: 'Décider maintenant',
};
