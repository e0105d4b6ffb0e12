/** Answers overtake each other: one that was asked for earlier must not replace one that was asked for later. */
export class Turns {
  private asked = 0;
  private taken = 0;

  /** Something is asked for now. Whoever has the answer asks whether it is still the newest, and takes it. */
  ask(): () => boolean {
    const turn = ++this.asked;
    return () => {
      if (turn < this.taken) return false;
      this.taken = turn;
      return true;
    };
  }
}
