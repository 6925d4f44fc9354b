// The wings of src/ and what each may import: a wing imports only from wings named in its row. Rooms of one wing
// that stand side by side (two kinds, two plugins, two methods) never import each other.
const wings = {
  util: [],
  api: ['util'],
  storage: ['util', 'api'],
  client: ['util', 'api'],
  access: ['util', 'api', 'client'],
  admission: ['util', 'api', 'client', 'access'],
  registry: ['util', 'api', 'storage', 'admission'],
  kinds: ['util', 'api', 'registry'],
  bootstrap: ['util', 'api', 'storage', 'access', 'registry', 'kinds'],
  server: ['util', 'api', 'storage', 'client', 'access', 'admission', 'registry'],
  extensions: ['util', 'api', 'storage', 'client', 'access', 'admission', 'registry', 'server'],
  controllers: ['util', 'api', 'client'],
  cli: ['util', 'api', 'client'],
  dashboard: [],
};

const wingRules = Object.entries(wings).map(([wing, allowed]) => ({
  name: `${wing}-imports`,
  comment: `${wing}/ imports only ${['itself', ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${wing}/` },
  to: { path: '^src/', pathNot: `^src/(${[wing, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...wingRules,
    {
      name: 'no-cycles',
      comment: 'what imports each other in a circle is one thing in several files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kinds-apart',
      comment: 'a kind never imports another kind; what they share stands in kinds/shared/',
      severity: 'error',
      from: { path: '^src/kinds/([^/]+)/([^/]+)/', pathNot: '^src/kinds/shared/' },
      to: { path: '^src/kinds/[^/]+/[^/]+/', pathNot: ['^src/kinds/$1/$2/', '^src/kinds/shared/'] },
    },
    {
      name: 'cli-commands-apart',
      comment: 'a command of the command line never imports another; what they share stands in cli/shared/',
      severity: 'error',
      from: { path: '^src/cli/([^/]+)/' },
      to: { path: '^src/cli/[^/]+/', pathNot: ['^src/cli/$1/', '^src/cli/shared/'] },
    },
    {
      name: 'methods-apart',
      comment: 'an authentication method never imports another',
      severity: 'error',
      from: { path: '^src/access/authentication/methods/([^/.]+)(?:/|[.])', pathNot: 'index|[.]test[.]' },
      to: {
        path: '^src/access/authentication/methods/',
        pathNot: '^src/access/authentication/methods/$1(?:/|[.])',
      },
    },
    {
      name: 'modes-apart',
      comment: 'an authorization mode never imports another',
      severity: 'error',
      from: { path: '^src/access/authorization/modes/([^/.]+)(?:/|[.])', pathNot: 'index|[.]test[.]' },
      to: {
        path: '^src/access/authorization/modes/',
        // Files of one mode begin with its name.
        pathNot: '^src/access/authorization/modes/$1(?:/|[.]|-)',
      },
    },
    {
      name: 'plugins-apart',
      comment: 'an admission plugin never imports another; what they share stands in plugins/shared/',
      severity: 'error',
      from: {
        path: '^src/admission/plugins/([^/.]+)(?:/|[.])',
        pathNot: 'plugins/(index|shared)|[.]test[.]',
      },
      to: {
        path: '^src/admission/plugins/',
        pathNot: ['^src/admission/plugins/$1(?:/|[.])', '^src/admission/plugins/shared/'],
      },
    },
    {
      name: 'filters-apart',
      comment: 'a filter never imports another; what they share stands in filter.ts',
      severity: 'error',
      from: { path: '^src/server/filters/([^/.]+)[.]', pathNot: '[.]test[.]' },
      to: { path: '^src/server/filters/', pathNot: '^src/server/filters/($1|filter)[.]' },
    },
    {
      name: 'driver-apart',
      comment: 'a store driver never imports the other',
      severity: 'error',
      from: { path: '^src/storage/kv/([^/]+)/' },
      to: { path: '^src/storage/kv/[^/]+/', pathNot: '^src/storage/kv/$1/' },
    },
    {
      name: 'drivers-apart',
      comment: 'nobody but commands/ imports a store driver',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(storage/kv/|commands/)|[.]test[.]ts$' },
      to: { path: '^src/storage/kv/[^/]+/' },
    },
    {
      name: 'commands-last',
      comment: 'parts are put together in commands/ alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/commands/' },
      to: { path: '^src/commands/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
