import { describe, expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { FlagValues } from '../../util/flags.ts';
import { signerFiles, signingDuration, signingFlags } from './flags.ts';

const [orch, kubernetes] = dialects as [(typeof dialects)[0], (typeof dialects)[0]];
const values = (flags: Record<string, string>): FlagValues => new FlagValues(signingFlags, flags);
const both = (name: string, file: string) => ({
  [`cluster-signing-${name}cert-file`]: `${file}.crt`,
  [`cluster-signing-${name}key-file`]: `${file}.key`,
});
const pair = (file: string) => ({ certificate: `${file}.crt`, key: `${file}.key` });

describe('the files of signers', () => {
  it('are one pair for all of them', () => {
    expect([...signerFiles(values(both('', 'a')), kubernetes)]).toEqual([
      ['kubernetes.io/kubelet-serving', pair('a')],
      ['kubernetes.io/kube-apiserver-client-kubelet', pair('a')],
      ['kubernetes.io/kube-apiserver-client', pair('a')],
      ['kubernetes.io/legacy-unknown', pair('a')],
    ]);
  });

  it.each([
    ['kubelet-serving-', 'kubernetes.io/kubelet-serving'],
    ['nodeagent-serving-', 'kubernetes.io/kubelet-serving'],
    ['kubelet-client-', 'kubernetes.io/kube-apiserver-client-kubelet'],
    ['nodeagent-client-', 'kubernetes.io/kube-apiserver-client-kubelet'],
    ['kube-apiserver-client-', 'kubernetes.io/kube-apiserver-client'],
    ['orch-apiserver-client-', 'kubernetes.io/kube-apiserver-client'],
    ['legacy-unknown-', 'kubernetes.io/legacy-unknown'],
  ])('of %s* are those of one signer in every dialect', (name, signer) => {
    expect([...signerFiles(values(both(name, 'b')), kubernetes)]).toEqual([[signer, pair('b')]]);
    const [[spoken, files] = []] = signerFiles(values(both(name, 'b')), orch);
    expect(spoken).toBe(
      signer.replace('kubernetes', 'orch').replace('kubelet', 'nodeagent').replace('kube-', 'orch-'),
    );
    expect(files).toEqual(pair('b'));
  });

  it('in the words of the dialect come before those of another', () => {
    const flags = values({ ...both('nodeagent-client-', 'n'), ...both('kubelet-client-', 'k') });
    expect([...signerFiles(flags, kubernetes).values()]).toEqual([pair('k')]);
    expect([...signerFiles(flags, orch).values()]).toEqual([pair('n')]);
  });

  it('are none without flags, with half a pair, or with empty ones', () => {
    expect(signerFiles(values({}), orch).size).toBe(0);
    expect(signerFiles(values({ 'cluster-signing-cert-file': 'a' }), orch).size).toBe(0);
    expect(signerFiles(values({ ...both('', 'a'), 'cluster-signing-key-file': '' }), orch).size).toBe(0);
  });

  it('of all signers and of one contradict each other', () => {
    const flags = values({ ...both('', 'a'), 'cluster-signing-legacy-unknown-key-file': 'b' });
    expect(() => signerFiles(flags, orch)).toThrow(
      'cannot specify default and per controller certs at the same time',
    );
  });
});

it.each([
  [{}, 8_760],
  [{ 'cluster-signing-duration': '2h' }, 2],
  [{ 'experimental-cluster-signing-duration': '3h' }, 3],
])('certificates live as long as %j says', (flags, hours) => {
  expect(signingDuration(values(flags))).toBe(hours * 3_600_000);
});
