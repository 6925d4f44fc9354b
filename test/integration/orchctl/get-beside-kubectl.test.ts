import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { againUntil } from '../../support/again.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine, orchctlProgram } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';

/** As words of a command line; none has blanks within. */
const commands = `
get ns
get ns -A
get pods
get pods -A -o wide
get pods web-0
get pods web-0 web-1
get pod/web-0 svc/kubernetes
get pod/web-0 svc/none
get ns none default
get po,svc
get all
get all -A
get svc,cm -A --show-labels
get pods -L app,tier
get pods -l app=web --show-kind
get pods -l app=web,tier!=x --no-headers
get pods --field-selector metadata.name=web-1
get pods --sort-by=.metadata.name
get pods --sort-by={.spec.containers[0].image} --no-headers
get deployments.v1.apps
get deploy.apps
get Pods,Services
get clusterroles view -o name
get pods,svc -o name
get ns -l none=none
get pods none --ignore-not-found
get events
get crd
get apiservices
get flowschemas -o wide
get nodes,svc,pods,cm
get pods -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image,NONE:.spec.none,LABELS:.metadata.labels
get pods none -o custom-columns=NAME:.metadata.name
get pods -o jsonpath={.items[*].metadata.name}
get pods -o jsonpath={range.items[*]}{.metadata.name}:{.spec.containers[0].image}{end}
get pods web-0 -o jsonpath={.metadata.labels}
get pods web-0 -o jsonpath={.spec.none}
get pods web-0 -o jsonpath={.spec
get cm settings -o jsonpath={.data.a\\.b}
get pods -o go-template={{range.items}}{{.metadata.name}}:{{.spec.none}},{{end}}
get pods web-0 -o go-template={{.metadata.labels}}{{"\\n"}}{{.spec.terminationGracePeriodSeconds}}
get pods web-0 --template={{.kind}}{{.metadata.none.deeper}}
get pods web-0 -o template --template={{.spec.containers|len}}
get pods,cm -o go-template={{range.items}}{{.kind}}{{end}}{{.items|len}}{{range$i}}
get ns -l none=none -o go-template={{.items|len}}{{.kind}}
get pods web-0 -o go-template={{
get pods web-0 -o go-template={{foo}}
get pods web-0 -o go-template
get pods web-0 -o go-template-file=/none
get pods web-0 none -o go-template={{range.items}}{{.kind}}{{end}}
get cm settings -o go-template={{range.data}}{{.|html}};{{end}}
create cm made --from-literal=a=b --dry-run=client -o go-template={{.data.a}}
create deployment made --image=a --dry-run=client -o go-template={{.spec.replicas}}{{.kind}}
label pod web-0 x=y --dry-run=client -o go-template={{.metadata.labels.x}}
get pods -l =
get nothing
get pods a/b
get a/b/c
get pods/a/b
get pods web-0 -l app=web
get pods web-0 -A
get --raw /version
get --raw /none
get pods --nothing
get pods -n
`
  .trim()
  .split('\n')
  .map((line) => [line]);

/** What they print of an object differs by release: the newest is the model. */
const newCommands = `
get
get cm settings -o yaml
get cm settings -o json
get pods web-0 -o yaml --show-managed-fields
get pods,cm -o yaml
get pods,cm -o json
get ns -l none=none -o yaml
get ns -l none=none -o json
get pods -o jsonpath-as-json={.items[*].metadata.labels}
get pods -o custom-columns-file=/none
api-resources
api-resources -o wide
api-resources --namespaced=false --verbs=list,watch -o name
api-resources --api-group=apps --no-headers
api-resources --sort-by=kind
api-versions
`
  .trim()
  .split('\n')
  .map((line) => [line]);

/** A second may pass between two calls. */
const ageless = (text: string): string => text.replace(/\b(?:\d+m)?\d+s\b */g, '<age> ');

const pod = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: 'web', tier: 'front' } },
  spec: { containers: [{ name: 'main', image: `registry.example/${name}:1` }] },
});

const objects = [
  pod('web-1'),
  pod('web-0'),
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings' },
    data: {
      'a.b': 'one',
      text: 'of\nlines\n',
      yes: 'no',
      number: '1.5',
      html: '<a href="x">&</a>',
      empty: '',
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: 'other' } },
      template: {
        metadata: { labels: { app: 'other' } },
        spec: { containers: [{ name: 'main', image: 'registry.example/web:1' }] },
      },
    },
  },
];

let server: TestServer;
let orchctl: CommandLine;
beforeAll(async () => {
  server = await TestServer.start({ dialect: 'kubernetes' });
  orchctl = CommandLine.orchctl(server);
  for (const object of objects as { kind: string }[]) {
    const path = { Pod: 'api/v1', ConfigMap: 'api/v1', Deployment: 'apis/apps/v1' }[object.kind];
    const { status } = await server.client.post(
      `/${path}/namespaces/default/${object.kind.toLowerCase()}s`,
      object,
    );
    expect(status).toBe(201);
  }
});
afterAll(() => server?.remove());

describe.each(kubectls())('beside $title', ({ path, title }) => {
  const isOld = title.includes('1.20');
  // Errors of flags have another first letter, and some lists another end, in the old one.
  const exact = !isOld;
  it.skipIf(path === undefined).each(isOld ? commands : [...commands, ...newCommands])('%s', async (line) => {
    const words = line.split(' ');
    const [own, model] = await Promise.all([
      orchctl.run(words),
      CommandLine.kubectl(server, path!).run(words),
    ]);
    expect(ageless(own.stdout)).toBe(ageless(model.stdout));
    expect(own.code).toBe(model.code);
    if (exact) expect(own.stderr).toBe(model.stderr.replace(/kubectl[\d.]*/g, 'orchctl'));
  });
});

describe('orchctl get --watch', () => {
  it('prints what there is, then changes in the same columns, and which sort they are', async () => {
    const watching = spawn(process.execPath, [
      ...[orchctlProgram, '--kubeconfig', server.kubeconfig, 'get', 'cm', '-w', '--output-watch-events'],
      ...['-l', 'watched=yes', '--cache-dir', server.directory],
    ]);
    const lines: string[] = [];
    let rest = '';
    const changed = new EventTarget();
    watching.stdout.on('data', (chunk: Buffer) => {
      const [last = '', ...before] = (rest + chunk).split('\n').reverse();
      rest = last;
      lines.push(...before.reverse());
      changed.dispatchEvent(new Event('line'));
    });
    const linesAre = async (count: number): Promise<void> => {
      while (lines.length < count) await once(changed, 'line');
    };
    const path = '/api/v1/namespaces/default/configmaps';
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'w', labels: { watched: 'yes' } },
    };
    // Without an object before, the watch may begin later: it is made again and again.
    await againUntil(linesAre(2), 100, () => server.client.post(path, object));
    await server.client.delete(`${path}/w`);
    await linesAre(3);
    watching.kill();
    expect(lines.map((line) => line.replace(/\d+m?s$/, '').trimEnd())).toEqual(
      ['EVENT     NAME   DATA   AGE', 'ADDED     w      0', 'DELETED   w      0'].map((line) =>
        expect.stringMatching(new RegExp(`^${line.split(/ +/).join(' +')}$`)),
      ),
    );
  });
});
