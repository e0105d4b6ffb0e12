// Words of the board, the prompt and the log.
export const en = {
  layers: 'Lay over the map', layerControl: 'Whose land it is', layerReach: 'Where a piece can get to', lens: 'Reading glass',
  lensKey: 'Reading glass (hold M, or keep a finger on the map)', bindsChance: 'This cannot be taken back: dice or hidden cards follow.',
  bindsOthers: 'This cannot be taken back: others decide next.', bindsEnd: 'This ends the game.', doIt: 'Do it', notYet: 'Not yet',
  dontAsk: 'Never ask before such orders', askAgain: 'Ask before what cannot be taken back', odds: 'How likely?', closeOdds: 'Put the odds away', noOdds: 'There is nothing to reckon at this decision.',
  reserves: 'To come', hits: 'hits: {0}', hit: 'hit', 
  roundOf: '{0} of at most {1}', skipDice: 'Show all dice', versus: 'against', itself: 'itself', faceDownCount: '{0} face down',
  filterPower: 'Of whom', filterKind: 'Of what', allPowers: 'All powers', allKinds: 'All dispatches', copyStep: 'Copy a link to this step', die: 'die: {0}',
  noMatch: 'No dispatch is like that.', strengthOf: 'strength {0} of {1}', kind_battle: 'Battles', kind_march: 'Marches',
  kind_diplomacy: 'Diplomacy', kind_coins: 'Money', kind_cards: 'Cards', kind_other: 'The rest', orReset: 'Take back the whole turn',
};
export const fr: Record<keyof typeof en, string> = {
  layers: 'Poser sur la carte', layerControl: 'À qui est le pays', layerReach: 'Où une pièce peut aller', lens: 'Loupe',
  lensKey: 'Loupe (tenir M, ou garder le doigt sur la carte)', bindsChance: 'Sans retour : des dés ou des cartes cachées suivent.',
  bindsOthers: 'Sans retour : les autres décident ensuite.', bindsEnd: 'Ceci finit la partie.', doIt: 'Exécuter', notYet: 'Pas encore',
  dontAsk: 'Ne jamais demander avant de tels ordres', askAgain: 'Demander avant ce qui est sans retour', odds: 'Quelles chances ?',
  closeOdds: 'Ranger les chances', noOdds: 'Il n’y a rien à évaluer à cette décision.', reserves: 'À venir', hits: 'touches : {0}', hit: 'touche',
  roundOf: '{0}, {1} au plus', skipDice: 'Montrer tous les dés', versus: 'contre', itself: 'elle-même',
  faceDownCount: '{0} face cachée', filterPower: 'De qui', filterKind: 'De quoi', allPowers: 'Toutes les puissances', allKinds: 'Toutes les dépêches', copyStep: 'Copier un lien vers ce pas',
  die: 'dé : {0}', noMatch: 'Aucune dépêche de cette sorte.', strengthOf: 'force {0} sur {1}',
  kind_battle: 'Batailles', kind_march: 'Marches', kind_diplomacy: 'Diplomatie', kind_coins: 'Argent', kind_cards: 'Cartes',
  kind_other: 'Le reste', orReset: 'Reprendre tout le tour',
};
