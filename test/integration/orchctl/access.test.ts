import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { CertificateRequests } from '../../support/certificate-requests.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine, type CommandResult } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';

describe.each(dialects)(
  'orchctl auth, certificate and create token in the dialect $name',
  ({ name, api }) => {
    let server: TestServer;
    let orchctl: CommandLine;
    const rbac = `rbac.authorization.${api}`;
    const role = (verbs: string[]) => ({
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'reader' },
      rules: [
        { apiGroups: ['', 'apps'], resources: ['pods', 'deployments/scale'], verbs },
        { apiGroups: [''], resources: ['pods'], verbs: ['watch'] },
        { apiGroups: [''], resources: ['secrets'], resourceNames: ['a', 'b'], verbs: ['get'] },
      ],
    });
    const binding = (...users: string[]) => ({
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'reader' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'reader' },
      subjects: users.map((user) => ({ kind: 'User', name: user, apiGroup: rbac })),
    });
    const reconcile = (words: string[], ...items: object[]): Promise<CommandResult> =>
      orchctl.run(['auth', 'reconcile', '-f', '-', ...words], {
        input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
      });

    beforeAll(async () => {
      server = await TestServer.start({ dialect: name, flags: ['--authorization-mode=RBAC'] });
      orchctl = CommandLine.orchctl(server);
    });
    afterAll(() => server?.remove());

    it('set subject adds to a binding those that are not in it', async () => {
      const roleRef = { apiGroup: rbac, kind: 'ClusterRole', name: 'view' };
      const path = `/apis/${rbac}/v1/clusterrolebindings`;
      const subjects = [{ kind: 'User', name: 'kim', apiGroup: rbac }];
      await server.client.post(path, { metadata: { name: 'readers' }, roleRef, subjects });
      const command = ['set', 'subject', 'clusterrolebinding', 'readers', '--user=kim,lee', '--group=ops'];
      expect(await orchctl.run([...command, '--serviceaccount=shop:robot'])).toEqual({
        stdout: `clusterrolebinding.${rbac}/readers subjects updated\n`,
        stderr: '',
        code: 0,
      });
      expect((await server.client.get(`${path}/readers`)).body.subjects).toEqual([
        ...subjects,
        { kind: 'User', name: 'lee', apiGroup: rbac },
        { kind: 'Group', name: 'ops', apiGroup: rbac },
        { kind: 'ServiceAccount', name: 'robot', namespace: 'shop' },
      ]);
      expect((await orchctl.run(['set', 'subject', 'clusterrolebinding', 'readers'])).stderr).toBe(
        'error: you must specify at least one value of user, group or serviceaccount\n',
      );
      const other = await orchctl.run(['set', 'subject', 'ns', 'default', '--user=kim']);
      expect(other.stderr).toContain('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
    });

    it('auth reconcile makes what is missing, adds, and removes only when asked to', async () => {
      const made = await reconcile([], role(['get', 'list']), binding('jane'));
      expect(made.stdout).toBe(
        `clusterrole.${rbac}/reader reconciled\nclusterrolebinding.${rbac}/reader reconciled\n`,
      );
      expect(made.stderr).toContain(
        '\treconciliation required create\n\tmissing rules added:\n\t\t{Verbs:[get list]',
      );
      expect(await reconcile([], role(['get']), binding('joe'))).toMatchObject({
        code: 0,
        stderr: `\treconciliation required update\n\tmissing subjects added:\n\t\t{Kind:User APIGroup:${rbac} Name:joe Namespace:}\n`,
      });
      const removing = ['--remove-extra-permissions', '--remove-extra-subjects'];
      const dry = await reconcile([...removing, '--dry-run=server'], role(['get']), binding('joe'));
      expect(dry.stdout).toContain('reader reconciled (server dry run)\n');
      const removed = await reconcile(removing, role(['get']), binding('joe'));
      expect(removed.stderr).toContain(
        'extra rules removed:\n\t\t{Verbs:[list] APIGroups:[] Resources:[pods]',
      );
      expect(removed.stderr).toContain(
        `extra subjects removed:\n\t\t{Kind:User APIGroup:${rbac} Name:jane Namespace:}`,
      );
      expect((await reconcile(removing, role(['get']), binding('joe'))).stderr).toBe('');
      await reconcile([], role(['get', 'list']), binding('jane'));
    });

    it('auth can-i answers by its exit code too', async () => {
      const as = (...words: string[]) => orchctl.run(['auth', 'can-i', ...words, '--as=jane']);
      expect(await as('list', 'deploy.apps/x', '--subresource=scale')).toEqual({
        stdout: 'yes\n',
        stderr: '',
        code: 0,
      });
      expect(await as('delete', 'pods')).toMatchObject({ stdout: 'no\n', code: 1 });
      expect(await as('delete', 'pods', '-q')).toEqual({ stdout: '', stderr: '', code: 1 });
      expect(await as('get', 'secret/a')).toMatchObject({ stdout: 'yes\n' });
      expect(await as('get', 'secret/c')).toMatchObject({ stdout: 'no\n' });
      expect(await as('get', `clusterroles.${rbac}`)).toMatchObject({
        stderr: `Warning: resource 'clusterroles' is not namespace scoped in group '${rbac}'\n\n`,
      });
    });

    it('auth can-i --list has a line for each resource and path', async () => {
      const { stdout } = await orchctl.run(['auth', 'can-i', '--list', '--as=jane']);
      expect(stdout).toMatch(/^Resources +Non-Resource URLs +Resource Names +Verbs\n/);
      expect(stdout).toMatch(/^deployments\.apps\/scale +\[\] +\[\] +\[get list\]$/m);
      expect(stdout).toMatch(/^pods +\[\] +\[\] +\[get watch list\]$/m);
      expect(stdout).toMatch(/^secrets +\[\] +\[a\] +\[get\]$/m);
      expect(stdout).toMatch(/^ +\[\/version\] +\[\] +\[get\]$/m);
    });

    it('auth whoami prints the user, as a table and as an object', async () => {
      expect(await orchctl.ask('auth', 'whoami', '--as=jane', '--as-group=a', '--as-group=b')).toBe(
        'ATTRIBUTE   VALUE\nUsername    jane\nGroups      [a b system:authenticated]\n',
      );
      expect(
        await orchctl.ask('auth', 'whoami', '--as=jane', '-o', 'jsonpath={.status.userInfo.username}'),
      ).toBe('jane');
    });

    it('certificate approve and deny decide once', async () => {
      const { directory } = server;
      const requests = new CertificateRequests({ server, group: `certificates.${api}`, directory });
      for (const request of ['one', 'two']) {
        const made = await orchctl.run(['certificate', 'approve', request]);
        expect(made.stderr).toContain(
          `certificatesigningrequests.certificates.${api} "${request}" not found`,
        );
        await requests.create(request, { subject: '/CN=jane', signer: 'example.com/own' });
      }
      const csr = `certificatesigningrequest.certificates.${api}`;
      expect(await orchctl.ask('certificate', 'approve', 'one')).toBe(`${csr}/one approved\n`);
      expect(await orchctl.ask('certificate', 'approve', 'one')).toBe(`${csr}/one approved\n`);
      expect(await orchctl.ask('certificate', 'deny', 'two')).toBe(`${csr}/two denied\n`);
      expect(await orchctl.run(['certificate', 'deny', 'one', 'two'])).toEqual({
        stdout: `${csr}/two denied\n`,
        code: 1,
        stderr: 'error: certificate signing request "one" is already Approved\n',
      });
      expect(await orchctl.run(['certificate', 'approve'])).toMatchObject({ code: 1 });
      expect(await orchctl.ask('get', 'csr', 'one', '-o', 'jsonpath={.status.conditions[*].reason}')).toBe(
        'OrchctlApprove',
      );
    });

    it('create token prints a token that the server accepts', async () => {
      await server.client.post('/api/v1/namespaces/default/serviceaccounts', {
        metadata: { name: 'builder' },
      });
      const token = await orchctl.ask('create', 'token', 'builder', '--duration=10m');
      const user = 'system:serviceaccount:default:builder';
      // The client certificate of an admin would go before the token.
      const config = orchctl.file('empty.kubeconfig', '');
      const connection = ['--server', `https://127.0.0.1:${server.port}`, '--insecure-skip-tls-verify'];
      expect(
        await orchctl.ask('auth', 'whoami', '--kubeconfig', config, ...connection, '--token', token),
      ).toContain(user);
      expect(await orchctl.run(['create', 'token', 'nope'])).toEqual({
        stdout: '',
        code: 1,
        stderr: 'error: failed to create token: serviceaccounts "nope" not found\n',
      });
      for (const [flag, text] of [
        ['--duration=5500ms', '--duration cannot be expressed in units less than seconds'],
        ['--bound-object-name=x', '--bound-object-name can only be set if --bound-object-kind is provided'],
        ['--bound-object-kind=Foo', 'supported --bound-object-kind values are Node, Pod, Secret'],
      ]) {
        expect((await orchctl.run(['create', 'token', 'builder', flag!])).stderr).toBe(`error: ${text}\n`);
      }
    });

    // kubectl does not reach the product's own groups.
    for (const { title, path } of name === 'orch' ? [] : kubectls()) {
      describe.skipIf(path === undefined)(`beside ${title}`, () => {
        it.each([
          'get pods',
          'get nothing',
          'frobnicate pods',
          'get clusterroles',
          'list pods --as=jane',
          'update pods/web --as=jane',
          'get /secret --as=jane',
          '--list --as=jane',
          '--list --as=jane --no-headers',
          '--list --as=admin --as-group=system:masters',
        ])('auth can-i %s says the same', async (words) => {
          const all = ['auth', 'can-i', ...words.split(' ')];
          const kubectl = CommandLine.kubectl(server, path!);
          expect(withoutGaps(await orchctl.run(all))).toEqual(withoutGaps(await kubectl.run(all)));
        });
      });
    }
  },
);

/** Releases differ in empty lines behind warnings. */
const withoutGaps = ({ stderr, ...rest }: CommandResult): CommandResult => ({
  ...rest,
  stderr: stderr.replaceAll('\n\n', '\n'),
});
