/** Answers to what was asked one after the other: one that comes late says nothing over one that was asked for after it. */

interface Order {
  /** Something is asked; what it gives says, when the answer is there, whether nothing newer was answered. */
  readonly begin: () => () => boolean;
}

export function inOrder(): Order {
  let asked = 0;
  let answered = 0;
  return {
    begin: () => {
      asked += 1;
      const mine = asked;
      return () => {
        if (mine < answered) return false;
        answered = mine;
        return true;
      };
    },
  };
}
