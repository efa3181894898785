// Whether traffic gets from one end to another: the question, and below it the answer, which follows changes of the network.
import { useState, type FormEvent } from 'react'
import { useLoad } from '../../use-api.ts'
import { Button } from '../../ui/input/button.tsx'
import { Combobox } from '../../ui/input/combobox.tsx'
import { Field } from '../../ui/input/field.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { NumberInput } from '../../ui/input/number-input.tsx'
import { useOptions } from '../../form/use-options.ts'
import { first1000Instances, instanceList } from '../instance/instance-queries.ts'
import { ReachabilityAnswer } from './reachability-answer.tsx'
import { INTERNET, whyNotAsk, type Protocol, type Question } from './reachability-queries.ts'

interface ReachabilityPanelProps {
  project: string
  source?: string
  destination?: string
  onClose: () => void
}

const protocols = (['TCP', 'UDP', 'ICMP'] as const).map((value) => ({ value, label: value }))
const SSH_PORT = 22

export function ReachabilityPanel({ project, source = INTERNET, destination = '' }: ReachabilityPanelProps) {
  const [question, setQuestion] = useState<Question>({ source, destination, protocol: 'TCP', port: SSH_PORT })
  const [asked, setAsked] = useState<Question>()
  const [error, setError] = useState<string>()
  const change = (changes: Partial<Question>) => {
    setQuestion({ ...question, ...changes })
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reason = whyNotAsk(question)
    setError(reason)
    // the answer to another question would look like the answer to this one
    setAsked(reason ? undefined : question)
  }
  return (
    <div className="space-y-4">
      <form
        aria-label="Reachability"
        onSubmit={submit}
        className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4"
      >
        <EndField
          project={project}
          label="Source"
          value={question.source}
          onChange={(value) => change({ source: value })}
        />
        <EndField
          project={project}
          label="Destination"
          value={question.destination}
          onChange={(value) => change({ destination: value })}
        />
        <Field label="Protocol" required>
          <NativeSelect<Protocol>
            items={protocols}
            value={question.protocol}
            onChange={(protocol) => change({ protocol })}
          />
        </Field>
        {question.protocol !== 'ICMP' && (
          <Field label="Destination port" required>
            <NumberInput min={1} max={65_535} value={question.port} onChange={(port) => change({ port })} />
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-3 sm:col-span-full">
          <Button type="submit" variant="primary">
            Check
          </Button>
          {error && (
            <p role="alert" className="text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      </form>
      {asked && <ReachabilityAnswer project={project} question={asked} />}
    </div>
  )
}

interface EndFieldProps {
  project: string
  label: string
  value: string
  onChange: (value: string) => void
}

function EndField({ project, label, value, onChange }: EndFieldProps) {
  const { data, isPending } = useLoad(first1000Instances(project))
  const instances = useOptions(data, (page) => instanceList(project, page))
  return (
    <Field label={label} required>
      <Combobox
        arbitrary
        loading={isPending}
        placeholder="Instance or IP address"
        items={[{ value: INTERNET, label: 'Internet' }, ...instances.map(({ name }) => ({ value: name, label: name }))]}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
