import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';

describe.each(['orch', 'kubernetes'] as const)('orchctl get in the dialect %s', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLine;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = CommandLine.orchctl(server);
  });
  afterAll(() => server?.remove());

  it('prints a list as a table, and one object as YAML', async () => {
    const prefix = dialect === 'orch' ? 'orch' : 'kube';
    expect(await orchctl.ask('get', 'namespaces')).toMatch(
      new RegExp(`^NAME +STATUS   AGE\\ndefault .*\\n${prefix}-node-lease `),
    );
    expect(await orchctl.ask('get', 'ns/default', '-o', 'yaml')).toMatch(
      /^apiVersion: v1\nkind: Namespace\nmetadata:\n {2}creationTimestamp: "/,
    );
  });

  it('reaches the types whose group is of the dialect', async () => {
    expect(await orchctl.ask('get', 'clusterroles', 'view', '-o', 'name')).toBe(
      `clusterrole.rbac.authorization.${dialect === 'orch' ? 'orch' : 'k8s'}.io/view\n`,
    );
  });

  it('ends with 1 for a type or an object that is not there', async () => {
    expect(await orchctl.run(['get', 'nothing'])).toEqual({
      stdout: '',
      code: 1,
      stderr: 'error: the server doesn\'t have a resource type "nothing"\n',
    });
    expect(await orchctl.run(['get', 'pod', 'x'])).toEqual({
      stdout: '',
      code: 1,
      stderr: 'Error from server (NotFound): pods "x" not found\n',
    });
  });

  it('says that there is nothing, and ends with 0', async () => {
    expect(await orchctl.run(['get', 'pods'])).toEqual({
      stdout: '',
      code: 0,
      stderr: 'No resources found in default namespace.\n',
    });
  });
});
