// Which files of the console come together. A small file costs more than its bytes: it compresses badly. But a file must not hold
// what one of its pages does not need: see docs/decisions/0006-what-comes-late.md.

const icons = (names: string) => `node_modules/lucide-react/dist/esm/icons/(${names})\\.`
const ours = (names: string) => `/(console|contract)/(${names})\\.tsx?$`
const any = (...parts: string[]) => new RegExp(parts.join('|'))

/** What every page shows, whatever it is: a heading, figures. */
const COMMON = any(
  ours(
    'polling|components/docs-button|ui/(popover|page-header|badge|empty-state|checkbox|numbers|dash|refresh-button|use-min-time|spinner)|util/format',
  ),
  icons('info|check|minus|x|cpu|hard-drive|chevron-right|chevron-left|refresh-cw'),
)
/** What pages other than lists show. */
const PARTS = any(
  ours('ui/(field|text-input|use-press|press-keys|message|card)|components/show-the-call'),
  icons('circle-check'),
)
/** A table and its columns. */
const LIST = any(
  ours(
    'components/(resource-table|columns|use-pages|use-table-choices|action)|ui/(table|pagination|copy|dates|use-overflow)|util/clipboard',
  ),
  icons('copy|arrow-up|arrow-down'),
)
/** The frame of a project. */
const PROJECT = any(ours('components/(project-layout|late-form)|disk-states'), icons('camera|network|waypoints|split'))
const STATES = any(ours('components/(state-badge|refresh-nouns)|instance-states'))
const INSTANCE = any(
  ours(
    'components/(instance-actions|instance-polling|instance-update|serial-console-link|ip-link)|pages/instance/auto-restart',
  ),
)
const FORM = any(
  'node_modules/react-hook-form/',
  ours('components/(form-body|form-element|form-errors|form-control|fields|value-fields)|ui/(number-input|radio)'),
  icons('plus'),
)

interface Modules {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}
const eager = new Map<string, boolean>()

/** Whether the entry needs it at once, not only after an import(). */
function isEager(id: string, modules: Modules): boolean {
  const known = eager.get(id)
  if (known !== undefined) return known
  // modules may import each other in a circle
  eager.set(id, false)
  // their indexes name everything, whoever needs it
  if (/\/(lucide-react|@tanstack)\//.test(id)) return false
  const info = modules.getModuleInfo(id)
  const found = Boolean(info?.isEntry || info?.importers.some((importer) => isEager(importer, modules)))
  eager.set(id, found)
  return found
}

export const groups = [
  // changes only when a dependency does, so an upgrade of the console leaves it in the browser's cache
  {
    name: 'react',
    test: /node_modules\/((react|react-dom|scheduler|react-router)\/|@tanstack\/(?!.*(useMutation|mutationObserver)))/,
    priority: 1,
  },
  // one file for all that every page needs: in many small ones it compresses worse
  {
    name: (id: string, modules: Modules) => (COMMON.test(id) || isEager(id, modules) ? 'frame' : null),
    debugName: 'frame',
    priority: 1,
  },
  { name: 'parts', test: PARTS },
  { name: 'list', test: LIST },
  { name: 'project', test: PROJECT },
  { name: 'states', test: STATES },
  { name: 'instance', test: INSTANCE },
  { name: 'form', test: FORM },
  // menus, tooltips and dialogs come together on idle; rarer parts on their own
  {
    name: 'overlay',
    test: /node_modules\/(@floating-ui|@base-ui\/(utils|react\/(?!combobox|select|autocomplete|toast|number-field)))/,
  },
]
