// Badges, meters, loading states, messages, numbers and dates.
import { Cpu, HardDrive, MemoryStick } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { Badge, type Tone } from '../display/badge.tsx'
import { DateTime, TimeAgo } from '../display/dates.tsx'
import { Message } from '../display/message.tsx'
import { BigNum, Bytes, Percent } from '../display/numbers.tsx'
import { CapacityBar, Meter, Progress } from '../display/progress.tsx'
import { Skeleton, SkeletonRows } from '../display/skeleton.tsx'
import { Spinner } from '../display/spinner.tsx'
import { Specimen, Specimens } from './specimen.tsx'

const words: [Tone, string][] = [
  ['neutral', 'stopped'],
  ['accent', 'admin'],
  ['success', 'running'],
  ['transition', 'starting'],
  ['creating', 'creating'],
  ['notice', 'repairing'],
  ['danger', 'failed'],
]
const moment = new Date('2025-06-07T12:34:56Z')

export function StateParts() {
  return (
    <Specimens title="States">
      <Specimen name="Badge soft">
        {words.map(([tone, word]) => (
          <Badge key={tone} tone={tone} lamp={tone !== 'accent'} busy={tone === 'transition' || tone === 'creating'}>
            {word}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="Badge solid">
        {words.map(([tone, word]) => (
          <Badge key={tone} tone={tone} variant="solid" lamp busy={tone === 'transition'}>
            {word}
          </Badge>
        ))}
        <span className="inline-flex">
          <Badge joined="start">subnet</Badge>
          <Badge joined="end" tone="accent">
            default
          </Badge>
        </span>
      </Specimen>
      <Specimen name="Meters" stacked>
        <div className="grid gap-4 md:grid-cols-3">
          <CapacityBar
            icon={<Icon icon={Cpu} />}
            title="CPU"
            unit="vCPUs"
            label="CPU"
            value={37.5}
            figure={<Percent value={37.5} />}
            used={24}
            total={64}
          />
          <CapacityBar
            icon={<Icon icon={MemoryStick} />}
            title="Memory"
            unit="GiB"
            label="Memory"
            value={70.31}
            figure={<Percent value={70.31} />}
            used={180}
            total={256}
          />
          <CapacityBar
            icon={<Icon icon={HardDrive} />}
            title="Storage"
            unit="TiB"
            label="Storage"
            value={91}
            figure={<Percent value={91} />}
            used="29.12"
            total="32"
          />
        </div>
        <Meter label="Pool usage" value={12} compact />
        <Progress label="Upload progress" value={64} />
        <Progress label="Preparing" />
      </Specimen>
      <Specimen name="Waiting" stacked>
        <div className="flex items-center gap-3">
          <Spinner size="sm" /> <Spinner /> <Spinner size="lg" /> <Skeleton /> <Skeleton className="h-8 w-40" />
        </div>
        <SkeletonRows rows={3} />
      </Specimen>
      <Specimen name="Messages" stacked>
        <Message title="Read only">Only an admin can change this.</Message>
        <Message tone="success">The image is ready.</Message>
        <Message tone="notice" title="Near the quota">
          61 of 64 vCPUs are in use.
        </Message>
        <Message tone="danger" title="Could not be created">
          already exists: disk "data-1"
        </Message>
      </Specimen>
      <Specimen name="Numbers, moments">
        <BigNum value={123_456} />
        <BigNum value={894_302_000_000_000} />
        <BigNum value={18_446_744_073_709_551_616n} />
        <Percent value={33.33} />
        <Percent value={Number.NaN} />
        <Bytes value={10 * 1024 ** 3} />
        <DateTime value={moment} />
        <TimeAgo value={moment} caption="Created" />
      </Specimen>
    </Specimens>
  )
}
