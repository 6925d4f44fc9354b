/**
 * `@peculiar/x509`, to be imported only from here.
 *
 * Its dependency container calls functions of Reflect metadata, a proposal that is not part of the language. It never
 * writes any metadata, so that functions that find none are enough.
 */
import './reflect-metadata.ts';

export * from '@peculiar/x509';
