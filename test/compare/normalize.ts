/** Replaces what differs from run to run: ids, times, revisions, addresses and random suffixes. */
export function normalized(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replace(/(resourceVersion[\\"]*: ?[\\"]*)\d+/g, '$1<revision>')
    .replace(/(remainingItemCount"?: ?)\d+/g, '$1<count>')
    .replace(/("?continue"?: ?"?)[A-Za-z0-9_=-]{20,}/g, '$1<token>')
    .replace(/\b10\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g, '<address>')
    .replace(/("cells": ?\[(?:[^\]]*,)?\s*)"(?:\d+m(?:\d+s)?|\d+s)"/g, '$1"<age>"')
    .replace(/(generated-)[a-z0-9]{5}\b/g, '$1<suffix>')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>')
    .replace(/nodePort"?: ?\d+/g, 'nodePort:<port>');
}

/** The same of Protobuf, of which only texts and the seconds of times are looked at. */
export function normalizedBytes(bytes: Buffer): string {
  const text = bytes
    .toString('latin1')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    // A Timestamp of these years: field 1, a varint of five bytes.
    .replace(/\x08[\x80-\xff]{4}[\x01-\x0f]/g, '<seconds>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replace(/2([\x01-\x07])\d+/g, '<revision>')
    // Of a list: field 2 of its metadata, and field 3 with a token that names the revision too.
    .replace(/\n\x00\x12[\x01-\x07]\d+\x1a/g, '<list revision>')
    .replace(/eyJ[\w-]{20,}/g, '<token>')
    .replace(/\b10\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g, '<address>');
  return JSON.stringify(text);
}
