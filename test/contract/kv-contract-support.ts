import { expect } from 'vitest';
import type { Kv, KvErrorCode } from '../../src/storage/kv.ts';

export interface OpenedStore {
  kv: Kv;
  close(): Promise<void>;
}

/** Gives a client of the store. The store may have been used before; the suite keeps to prefixes of its own. */
export type OpenStore = () => Promise<OpenedStore>;

/** What a test is given. */
export interface Context {
  kv: Kv;
  open: OpenStore;
  /** A prefix that no other test uses; ends with '/'. */
  prefix: string;
}

/** Declares a test; the sentence is part of the contract. */
export type It = (sentence: string, body: (context: Context) => Promise<void>, timeout?: number) => void;

export const bytes = (text: string) => Buffer.from(text);

export async function rejection(call: Promise<unknown>, code: KvErrorCode): Promise<void> {
  await expect(call).rejects.toMatchObject({ name: 'KvError', code });
}
