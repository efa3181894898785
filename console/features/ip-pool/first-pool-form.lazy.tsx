// The first IP pool of a silo: creates it, adds its addresses and makes it the silo's default. When a later call is refused, the
// earlier ones are not repeated.
import { useRef, useState, type FormEvent } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { send } from '../../api.ts'
import { together } from '../../cache.ts'
import { ViewRequest } from '../../action/view-request.tsx'
import { NameField } from '../../form/fields.tsx'
import { FormElement } from '../../form/form-element.tsx'
import { fieldErrorOf } from '../../form/form-errors.ts'
import { FormPanel } from '../../form/form-shell.tsx'
import { useMe } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { RangeFields, rangeOf, type RangeValues } from './ip-pool-range-fields.tsx'

interface Values extends RangeValues {
  name: string
}

const ID = 'form-first-pool'

export function FirstPoolForm({ onClose }: { onClose: () => void }) {
  const silo = useMe().user.siloName
  const form = useForm<Values>({ defaultValues: { name: 'public', first: '', last: '' } })
  const { isDirty, isSubmitting } = form.formState
  const [problem, setProblem] = useState<string>()
  /** What this form has created so far: the pool's name, and whether it has its range. */
  const made = useRef<{ pool?: string; range?: string }>({})

  async function save(values: Values): Promise<void> {
    const { name: pool } = values
    const range = JSON.stringify(rangeOf(values))
    setProblem(undefined)
    try {
      await together(async () => {
        if (made.current.pool !== pool) {
          await send('ip_pool_create', { body: { name: pool, description: `Addresses of silo ${silo}` } })
          made.current = { pool }
        }
        if (made.current.range !== range) {
          await send('ip_pool_range_add', { path: { pool }, body: rangeOf(values) })
          made.current.range = range
        }
        await send('ip_pool_silo_link', { path: { pool }, body: { silo, isDefault: true } })
      })
      toast(`“${pool}” is now the default IP pool of silo ${silo}`)
      onClose()
    } catch (error) {
      const about = fieldErrorOf(error, ['name', 'first', 'last'])
      if (about) form.setError(about.field as 'name', { message: about.message }, { shouldFocus: true })
      else setProblem(error instanceof Error ? error.message : String(error))
    }
  }

  const submit = (event: FormEvent) => void form.handleSubmit(save)(event)
  return (
    <FormPanel
      id={ID}
      title="Add IP pool"
      submitLabel="Add IP pool"
      isDirty={isDirty}
      isPending={isSubmitting}
      hasError={problem !== undefined}
      onClose={onClose}
    >
      <FormElement form={form} id={ID} onSubmit={submit}>
        {problem && (
          <Message tone="danger" alert>
            {problem}
          </Message>
        )}
        <Message>Instances of silo {silo} get their external IPs from this pool.</Message>
        <NameField />
        <RangeFields />
        <ExampleAddresses />
        <Calls silo={silo} />
      </FormElement>
    </FormPanel>
  )
}

/** From a block that is reserved for documentation, so that they belong to nobody. */
const EXAMPLE = { first: '198.51.100.10', last: '198.51.100.250' }

function ExampleAddresses() {
  const { setValue } = useFormContext<Values>()
  const use = () => {
    for (const field of ['first', 'last'] as const)
      setValue(field, EXAMPLE[field], { shouldDirty: true, shouldValidate: true })
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      No addresses at hand? Example addresses do for a trial.
      <Button size="sm" onClick={use}>
        Use example addresses
      </Button>
    </p>
  )
}

/** A separate component, so that typing re-renders only this. */
function Calls({ silo }: { silo: string }) {
  const values = useWatch<Values>() as Values
  const { name: pool } = values
  return (
    <ViewRequest
      calls={[
        { operation: 'ip_pool_create', params: { body: { name: pool, description: `Addresses of silo ${silo}` } } },
        { operation: 'ip_pool_range_add', params: { path: { pool }, body: rangeOf(values) } },
        { operation: 'ip_pool_silo_link', params: { path: { pool }, body: { silo, isDefault: true } } },
      ]}
    />
  )
}
