import { describe, expect, it } from 'vitest';
import { QueryParameters } from '../../../api/request/query-parameters.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { parseLogOptions, type StreamChoice } from './log-options.ts';

const options = (query: string, stream: StreamChoice = 'refused') =>
  parseLogOptions(new QueryParameters(query), 'web', { stream, whole: FieldPath.of('[]') });

describe('the options of a log', () => {
  it.each<[string, string[][]]>([
    ['', []],
    [
      'follow=true&previous=true&timestamps=true',
      [
        ['follow', 'true'],
        ['previous', 'true'],
        ['timestamps', 'true'],
      ],
    ],
    ['follow=false', []],
    ['tailLines=0', [['tailLines', '0']]],
    [
      'limitBytes=1&sinceSeconds=1&tailLines=5',
      [
        ['limitBytes', '1'],
        ['sinceSeconds', '1'],
        ['tailLines', '5'],
      ],
    ],
    ['sinceTime=2021-03-04T05:06:07Z', [['sinceTime', '2021-03-04T05:06:07Z']]],
    ['sinceTime=', []],
    ['sinceTime=null', []],
  ])('%s are handed to the agent', (query, pairs) => {
    expect(options(query)).toEqual({ container: '', insecure: false, pairs });
  });

  it('are for this server in part', () => {
    expect(options('container=c&insecureSkipTLSVerifyBackend=true')).toEqual({
      container: 'c',
      insecure: true,
      pairs: [],
    });
  });

  it.each([
    ['tailLines=-1', 'tailLines: Invalid value: -1: must be greater than or equal to 0'],
    ['limitBytes=0', 'limitBytes: Invalid value: 0: must be greater than 0'],
    ['sinceSeconds=0', 'sinceSeconds: Invalid value: 0: must be greater than 0'],
    [
      'sinceSeconds=0&sinceTime=2021-03-04T05:06:07Z',
      '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
  ])('%s make no sense', (query, message) => {
    expect(() => options(query)).toThrow(
      expect.objectContaining({ code: 422, message: expect.stringContaining(message) }),
    );
  });

  it('are refused when they cannot be read', () => {
    expect(() => options('sinceTime=yesterday')).toThrow(expect.objectContaining({ code: 400 }));
    expect(() => options('tailLines=x')).toThrow(expect.objectContaining({ code: 400 }));
  });

  it.each<[string, StreamChoice, string[][]]>([
    ['stream=Stdout', 'unknown', []],
    ['', 'taken', [['stream', 'All']]],
    ['stream=Stderr', 'taken', [['stream', 'Stderr']]],
  ])('%j names a stream, which is %s', (query, choice, pairs) => {
    expect(options(query, choice).pairs).toEqual(pairs);
  });

  it.each<[string, StreamChoice, string]>([
    ['stream=All', 'refused', 'stream: Forbidden: may not be specified'],
    ['stream=', 'taken', 'stream: Unsupported value: "": supported values: "All", "Stderr", "Stdout"'],
    [
      'stream=Both',
      'taken',
      'stream: Unsupported value: "Both": supported values: "All", "Stderr", "Stdout"',
    ],
    [
      'stream=Stdout&tailLines=1',
      'taken',
      '[]: Forbidden: `tailLines` and specific `stream` are mutually exclusive for now',
    ],
  ])('%s is refused where the stream is %s', (query, choice, message) => {
    expect(() => options(query, choice)).toThrow(
      expect.objectContaining({ code: 422, message: expect.stringContaining(message) }),
    );
  });
});
