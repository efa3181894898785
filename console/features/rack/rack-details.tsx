// Next to the drawing: details of the hovered part, or of the whole rack.
import { Badge } from '../../ui/display/badge.tsx'
import { Meter } from '../../ui/page/progress.tsx'
import { counted } from '../../util/count.ts'
import { fullNum, gibText } from '../../util/format.ts'
import type { Sled, SledLoad } from '../sled/sled-queries.ts'
import { shareOf, type Hardware, type Slot } from './rack-layout.ts'
import { instancesText, percentText } from './rack-words.ts'
import { memoryText, stateOf, threadsText } from '../sled/sled-names.ts'

const MAX_PROJECTS = 6

export function RackDetails({ slot, hardware }: { slot: Slot | undefined; hardware: Hardware }) {
  if (slot?.kind === 'sled') return <SledDetails slot={slot} />
  if (slot?.kind === 'waiting')
    return (
      <Facts title={slot.sled.baseboard.serial} badge={<Badge>waiting</Badge>}>
        <p>In cubby {slot.sled.cubby}. Add it to the rack to use it.</p>
      </Facts>
    )
  if (slot?.kind === 'switch')
    return (
      <Facts title={slot.device.baseboard.serial} badge={<Badge>switch</Badge>}>
        <p>
          {slot.device.baseboard.part}, revision {slot.device.baseboard.revision}
        </p>
      </Facts>
    )
  return <RackSummary hardware={hardware} />
}

function SledDetails({ slot: { sled, load } }: { slot: Extract<Slot, { kind: 'sled' }> }) {
  const share = shareOf(sled, load, load)
  const state = stateOf(sled, load)
  return (
    <Facts
      title={sled.baseboard.serial}
      badge={
        <Badge lamp tone={state.tone}>
          {state.text}
        </Badge>
      }
    >
      {load && (
        <>
          <Used label="Threads" share={share.threads} text={threadsText(sled, load)} />
          <Used label="Memory" share={share.memory} text={memoryText(sled, load)} />
          <Running load={load} />
        </>
      )}
    </Facts>
  )
}

function Running({ load }: { load: SledLoad }) {
  const projects = load.projects.toSorted((a, b) => b.instances - a.instances)
  const rest = projects.length - MAX_PROJECTS
  return (
    <div>
      <p className="font-medium">{instancesText(load.instances)}</p>
      <ul className="mt-1 space-y-0.5">
        {projects.slice(0, MAX_PROJECTS).map(({ siloName, projectName, instances }) => (
          <li key={`${siloName}/${projectName}`} className="flex gap-2">
            <span className="min-w-0 truncate">
              <span className="text-muted">{siloName} / </span>
              {projectName}
            </span>
            <span className="ml-auto tabular-nums">{instances}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-muted">and {rest} more</p>}
    </div>
  )
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

function RackSummary({ hardware: { sleds, loads, waiting } }: { hardware: Hardware }) {
  const own = loads?.filter(({ id }) => sleds.some((sled) => sled.id === id))
  return (
    <Facts title={`${counted(sleds.length, 'sled')} in service`}>
      {own && <RackLoad sleds={sleds} loads={own} />}
      {waiting.length > 0 && <p>{waiting.length} waiting to be added</p>}
    </Facts>
  )
}

function RackLoad({ sleds, loads }: { sleds: readonly Sled[]; loads: readonly SledLoad[] }) {
  const cpus = sum(loads.map((load) => load.cpus))
  const memory = sum(loads.map((load) => load.memory))
  const real = sum(sleds.map((sled) => sled.usableHardwareThreads))
  const usable = sum(loads.map((load) => load.usableCpus))
  const unit = usable === real ? 'threads' : 'vCPUs'
  const ram = sum(sleds.map((sled) => sled.usablePhysicalRam))
  return (
    <>
      <Used label="Threads" share={cpus / usable} text={`${fullNum(cpus)} of ${fullNum(usable)} ${unit}`} />
      <Used label="Memory" share={memory / ram} text={`${gibText(memory)} of ${gibText(ram)}`} />
      <p className="font-medium">{instancesText(sum(loads.map(({ instances }) => instances)))}</p>
    </>
  )
}

interface FactsProps {
  title: string
  badge?: React.ReactNode
  children: React.ReactNode
}

const Facts = ({ title, badge, children }: FactsProps) => (
  <div className="space-y-3 text-sm">
    <p className="flex flex-wrap items-center gap-2">
      <span className="text-lg font-medium">{title}</span> {badge}
    </p>
    {children}
  </div>
)

function Used({ label, share, text }: { label: string; share: number; text: string }) {
  return (
    <div>
      <p className="mb-1 flex justify-between gap-2">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">{Number.isFinite(share) ? percentText(share) : ''}</span>
      </p>
      <Meter label={label} value={share * 100} valueText={text} compact />
      <p className="mt-1 text-xs text-muted tabular-nums">{text}</p>
    </div>
  )
}
