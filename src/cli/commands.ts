import { apiResourcesEntry } from './api-resources/entry.ts';
import { apiVersionsEntry } from './api-versions/entry.ts';
import { applyEntry, diffEntry } from './apply/entry.ts';
import { attachEntry } from './attach/entry.ts';
import { authEntry } from './auth/entry.ts';
import { autoscaleEntry } from './autoscale/entry.ts';
import { celEntry } from './cel/entry.ts';
import { certificateEntry } from './certificate/entry.ts';
import { checkEntry } from './check/entry.ts';
import { clusterInfoEntry } from './cluster-info/entry.ts';
import type { CommandEntry, CommandGroup, ListedEntry, TopCommandEntry } from './command-entry.ts';
import { completionEntry } from './completion/entry.ts';
import { configEntry } from './config/entry.ts';
import { convertEntry } from './convert/entry.ts';
import { cpEntry } from './cp/entry.ts';
import { createEntry } from './create/entry.ts';
import { dashboardEntry } from './dashboard/entry.ts';
import { deleteEntry } from './delete/entry.ts';
import { describeEntry } from './describe/entry.ts';
import { cordonEntry, drainEntry, uncordonEntry } from './drain/entry.ts';
import { editEntry } from './edit/entry.ts';
import { eventsEntry } from './events/entry.ts';
import { execEntry } from './exec/entry.ts';
import { explainEntry } from './explain/entry.ts';
import { exposeEntry } from './expose/entry.ts';
import { getEntry } from './get/entry.ts';
import { historyEntry } from './history/entry.ts';
import { annotateEntry, labelEntry } from './label/entry.ts';
import { logsEntry } from './logs/entry.ts';
import { patchEntry } from './patch/entry.ts';
import { pluginEntry } from './plugin/entry.ts';
import { portForwardEntry } from './port-forward/entry.ts';
import { proxyEntry } from './proxy/entry.ts';
import { replaceEntry } from './replace/entry.ts';
import { rolloutEntry } from './rollout/entry.ts';
import { runEntry } from './run/entry.ts';
import { scaleEntry } from './scale/entry.ts';
import { setEntry } from './set/entry.ts';
import { taintEntry } from './taint/entry.ts';
import { topEntry } from './top/entry.ts';
import { treeEntry } from './tree/entry.ts';
import { versionEntry } from './version/entry.ts';
import { waitEntry } from './wait/entry.ts';
import { whyEntry } from './why/entry.ts';

/** The commands in the order of the overview. */
const entries: readonly TopCommandEntry[] = [
  explainEntry,
  getEntry,
  createEntry,
  editEntry,
  deleteEntry,
  exposeEntry,
  runEntry,
  setEntry,
  scaleEntry,
  rolloutEntry,
  autoscaleEntry,
  certificateEntry,
  checkEntry,
  topEntry,
  clusterInfoEntry,
  cordonEntry,
  uncordonEntry,
  drainEntry,
  taintEntry,
  historyEntry,
  treeEntry,
  whyEntry,
  dashboardEntry,
  celEntry,
  describeEntry,
  eventsEntry,
  attachEntry,
  cpEntry,
  execEntry,
  logsEntry,
  portForwardEntry,
  proxyEntry,
  convertEntry,
  waitEntry,
  diffEntry,
  applyEntry,
  patchEntry,
  replaceEntry,
  authEntry,
  configEntry,
  completionEntry,
  labelEntry,
  annotateEntry,
  pluginEntry,
  apiResourcesEntry,
  apiVersionsEntry,
  versionEntry,
];

/** Every command, by all of its words. */
export const commands: readonly ListedEntry[] = entries.flatMap((entry) => listed(entry, entry.group, ''));

/** An entry and those below it. `before`: the words that stand before its own, `rollout `. */
function listed(entry: CommandEntry, group: CommandGroup, before: string): ListedEntry[] {
  const { aliases = [], commands: below = [], ...own } = entry;
  const name = before + own.name;
  return [
    { ...own, name, group, aliases: aliases.map((alias) => before + alias) },
    ...below.flatMap((one) => listed(one, group, `${name} `)),
  ];
}
