/**
 * `@peculiar/x509`, ready to use: everyone imports it from here.
 *
 * It asks for the Reflect metadata of a proposal that never became part of the language, for a container that
 * it uses inside; nothing of what it reads there is ever written, so answering "none" is enough.
 */
import './reflect-metadata.ts';

export * from '@peculiar/x509';
