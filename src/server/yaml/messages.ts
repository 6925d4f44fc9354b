/** A request to the converter thread. Bytes are UTF-8 and transferred, not copied. */
export interface Question {
  bytes: Uint8Array<ArrayBuffer>;
}

/** `too-large`: the text stands for more JSON than a body can be. */
export type Answer =
  | { result: 'converted'; bytes: Uint8Array<ArrayBuffer>; repeated: readonly string[] }
  | { result: 'invalid'; text: string }
  | { result: 'too-large' };
