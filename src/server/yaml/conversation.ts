/** What is asked of the thread that converts, and what it answers. */
export interface Question {
  id: number;
  to: 'json' | 'yaml';
  text: string;
}

export interface Answer {
  id: number;
  text: string;
  /** The text is what is wrong with the question's. */
  isFault: boolean;
}
