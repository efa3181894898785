// The options of `npm test`, which scripts/test.mjs describes.

/** The projects of vitest.projects.ts, and whether the short run has them. */
const PROJECTS = { pure: true, random: false, api: true, process: true, search: false, engine: false }
const PARTS = ['checks', ...Object.keys(PROJECTS), 'browser']

/** `parts` are those to run; `projects` are those of them that Vitest runs; `rest` are options for Vitest. */
export function readTestOptions(args) {
  const rest = []
  const named = []
  let depth = 'short'
  let shard
  for (const words = args.flatMap(split); words.length > 0;) {
    const word = words.shift()
    if (word === '--ci') depth = depth === 'all' ? 'all' : 'ci'
    else if (word === '--all') depth = 'all'
    else if (word === '--part') named.push(partNamed(words.shift()))
    else if (word === '--shard') shard = words.shift()
    else rest.push(word)
  }
  const parts = named.length > 0 ? named : PARTS.filter((part) => depth !== 'short' || (PROJECTS[part] ?? true))
  return { depth, parts, projects: parts.filter((part) => part in PROJECTS), shard, rest }
}

/** `--part=api` is `--part api`. */
const split = (arg) => (/^--(part|shard)=/.exec(arg) ? arg.split(/=(.*)/s, 2) : [arg])

function partNamed(name) {
  if (PARTS.includes(name)) return name
  throw new Error(`there is no part ${name ?? 'without a name'}: the parts are ${PARTS.join(', ')}`)
}
