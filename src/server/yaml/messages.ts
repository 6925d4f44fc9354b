/** A request to the converter thread. Bytes are UTF-8 and transferred, not copied. */
export interface ConversionJob {
  bytes: Uint8Array<ArrayBuffer>;
}

/** `too-large`: the text stands for more JSON than a body can be. */
export type ConversionResult =
  | { result: 'converted'; bytes: Uint8Array<ArrayBuffer>; repeated: readonly string[] }
  | { result: 'invalid'; text: string }
  | { result: 'too-large' };
