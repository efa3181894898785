// Creating and replacing port settings: fields for what is common, JSON for everything.
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Model, Params } from '#contract/client.ts'
import { undoing } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { FormTabs } from '../../form/form-tabs.tsx'
import { PageForm } from '../../form/page-form.tsx'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { LinksField } from './link-fields.tsx'
import { PeersField } from './peer-fields.tsx'
import { AddressesField, RoutesField } from './route-fields.tsx'
import { bodyOf, jsonOf, parseJson, partsOfJson, type Body, type Parts } from './settings-values.ts'
import { first1000PortSettings, portSettingsView } from './switch-port-settings-queries.ts'

interface SettingsValues {
  name: string
  description: string
  mode: 'fields' | 'json'
  parts: Parts
  json: string
}

type View = Model<'SwitchPortSettingsView'>

interface SettingsFormProps {
  /** the settings to replace; creates new ones if omitted */
  settings?: View['settings']
  parts: Parts
  onDone: (view: View) => unknown
  onClose: () => void
}

const geometries = [
  { value: 'qsfp28x1', label: 'qsfp28x1: one link over all lanes' },
  { value: 'qsfp28x2', label: 'qsfp28x2: two links' },
  { value: 'sfp28x4', label: 'sfp28x4: four links, one per lane' },
]

type CreateParams = Params<'networking_switch_port_settings_create'>

/** JSON is sent unchanged; the API validates it. */
function toParams({ name, description, mode, parts, json }: SettingsValues): CreateParams {
  const typed = mode === 'json' ? parseJson(json) : undefined
  const body = typed === undefined ? bodyOf(parts) : typeof typed === 'string' ? {} : typed
  return { body: { ...body, name, description } as Body }
}

export function SettingsForm({ settings, parts, onDone, onClose }: SettingsFormProps) {
  const taken = useData(first1000PortSettings()).items.map(({ name }) => name)
  return (
    <PageForm
      operation="networking_switch_port_settings_create"
      title={settings ? 'Update port settings' : 'Create port settings'}
      whyNot={useWhyNotFleet()}
      defaultValues={{
        name: settings?.name ?? '',
        description: settings?.description ?? '',
        mode: 'fields' as const,
        parts,
        json: '',
      }}
      toParams={toParams}
      onSuccess={(view) => {
        seed(portSettingsView(view.settings.name), view)
        const { name } = view.settings
        if (settings) toast({ content: `Port settings ${name} updated`, undo: undoOf(settings, parts, view) })
        else toast(`Port settings ${name} created`)
        return onDone(view)
      }}
      onClose={onClose}
    >
      {settings ? (
        <Message tone="notice">Changes reach every port with these settings as soon as you save.</Message>
      ) : (
        <NameField taken={taken} />
      )}
      <DescriptionField />
      <PartsFields />
    </PageForm>
  )
}

function undoOf({ name, description }: View['settings'], parts: Parts, saved: View) {
  const text = JSON.stringify(saved)
  return undoing({
    query: portSettingsView(saved.settings.id),
    isStill: (now) => JSON.stringify(now) === text,
    restore: () =>
      send('networking_switch_port_settings_create', { body: { ...bodyOf(parts), name, description } as Body }),
    done: `Port settings ${name} restored`,
  })
}

function PartsFields() {
  const { getValues, setValue, clearErrors, watch } = useFormContext<SettingsValues>()
  const [problem, setProblem] = useState<string>()
  const mode = watch('mode')
  const show = (next: SettingsValues['mode']) => {
    if (next === mode) return
    if (next === 'json') setValue('json', jsonOf(getValues('parts')))
    else {
      const parts = partsOfJson(getValues('json'))
      if (typeof parts === 'string') return setProblem(parts)
      setValue('parts', parts, { shouldDirty: true })
    }
    clearErrors()
    setProblem(undefined)
    setValue('mode', next)
  }
  return (
    <FormTabs
      label="Settings"
      tabs={[
        { value: 'fields', label: 'Fields' },
        { value: 'json', label: 'JSON' },
      ]}
      value={mode}
      onChange={show}
    >
      <div className="space-y-5">
        {problem && (
          <Message tone="danger" alert title="The fields cannot show this JSON">
            {problem}
          </Message>
        )}
        {mode === 'json' ? <JsonField /> : <CommonFields />}
      </div>
    </FormTabs>
  )
}

const JsonField = () => (
  <TextField
    name="json"
    label="Settings as JSON"
    required
    mono
    rows={24}
    help="The body of the API request, without name and description. It contains MD5 keys."
    rules={{
      validate(text: string) {
        const parsed = parseJson(text)
        return typeof parsed === 'string' ? parsed : true
      },
    }}
  />
)

const CommonFields = () => (
  <>
    <NativeSelectField
      required
      name="parts.geometry"
      label="Geometry"
      items={geometries}
      help="How the lanes of the port are divided into links."
    />
    <LinksField />
    <AddressesField />
    <RoutesField />
    <PeersField />
    <p className="text-sm text-muted">
      VLAN interfaces, route policies, LLDP texts and transmit equalization are available as JSON.
    </p>
  </>
)
