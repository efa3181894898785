// Writes the reports of the benches to bench/RESULTS.md: one section per bench, between comments that name it, so that a later run can
// replace one section and keep the others. The targets that were missed are listed at the top.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem } from 'node:os'

const HEAD = `# Benchmark results

\`npm run bench -- --write\` measures everything and writes this file; \`npm run bench -- NAME --write\` replaces one section. Run it on an
idle machine. Figures are ratios of two measurements of the same run where that is possible; the others depend on the machine.

Two targets are tests instead: \`server/cli.spec.ts\` kills the server with \`kill -9\` and looks for lost writes, and \`e2e/specs/waves.e2e.ts\`
checks that API calls start before React has loaded and in one wave.
`

const begin = (name) => `<!-- ${name} -->`

export function writeResults(file, results, names) {
  const all = existsSync(file) ? sectionsOf(readFileSync(file, 'utf8'), names) : new Map()
  for (const result of results) all.set(result.name, sectionOf(result))
  const sections = names.filter((name) => all.has(name)).map((name) => [name, all.get(name)])
  const texts = sections.map(([name, text]) => `${begin(name)}\n${text}`)
  writeFileSync(file, [HEAD, targetsOf(sections), ...texts].join('\n'))
}

/** How many targets hold, and which do not, read from the tables of all sections. */
function targetsOf(sections) {
  const rows = sections.flatMap(([name, text]) =>
    text
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells[4] === 'holds' || cells[4] === '**misses**')
      .map(([, what, measured, target, verdict]) => ({ name, what, measured, target, isHeld: verdict === 'holds' })),
  )
  const missed = rows.filter(({ isHeld }) => !isHeld)
  const lines = missed.map(({ name, what, measured, target }) => `- ${name}: ${what}: ${measured}, target ${target}`)
  const held = `${rows.length - missed.length} of ${rows.length} targets hold.`
  return ['## Targets\n', missed.length > 0 ? `${held} Missed:\n` : held, ...lines, ''].join('\n')
}

function sectionsOf(text, names) {
  const found = new Map()
  for (const part of text.split(/^<!-- (?=\w+ -->$)/m).slice(1)) {
    const name = part.slice(0, part.indexOf(' '))
    if (names.includes(name)) found.set(name, `${part.slice(part.indexOf('\n') + 1).trimEnd()}\n`)
  }
  return found
}

function sectionOf({ name, seconds, sections, problem }) {
  const about = `\`npm run bench -- ${name}\`, ${seconds} s, ${new Date().toISOString().slice(0, 10)}, ${machine()}`
  const tables = sections.map(({ title, rows }) => `### ${title}\n\n${tableOf(rows)}`)
  return [`## ${name}\n`, `${about}.\n`, ...(problem ? [`**The bench ${problem}.**\n`] : []), ...tables].join('\n')
}

/** No host name, no path. */
function machine() {
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${availableParallelism()} cores (${model}), ${memory} of memory, Linux ${release().split('-')[0]}, Node ${process.versions.node}`
}

function tableOf(rows) {
  const lines = rows.map(({ what, measured, atMost, atLeast, unit = '' }) => {
    // JSON has no NaN: what could not be measured arrives as null
    const figure = (value) =>
      value === null ? 'not measured' : `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`
    const limit = atMost ?? atLeast
    if (limit === undefined) return `| ${what} | ${figure(measured)} | | |`
    const holds = measured !== null && (atMost === undefined ? measured >= limit : measured <= limit)
    return `| ${what} | ${figure(measured)} | ${atMost === undefined ? 'at least' : 'at most'} ${figure(limit)} | ${holds ? 'holds' : '**misses**'} |`
  })
  return ['| figure | measured | target | |', '|---|---:|---|---|', ...lines, ''].join('\n')
}
