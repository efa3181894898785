// Writes user data in the browser: presets, and a check of the YAML that names line and column.
import { useDeferredValue, useState } from 'react'
import { Button } from '../../../ui/input/button.tsx'
import { Field } from '../../../ui/input/field.tsx'
import { TextArea } from '../../../ui/input/text-input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ActionButton } from '../../../frame/action-button.tsx'
import { discard } from '../../../form/guard.tsx'
import { useData } from '../../../use-api.ts'
import { first1000SshKeys } from '../../ssh-key/ssh-key-queries.ts'
import { presetsFor } from './user-data-presets.ts'
import { problemOf, withPreset } from './user-data-text.ts'

interface UserDataEditorProps {
  /** what the chosen file has */
  start: string
  onUse: (text: string) => void
  onClose: () => void
}

export function UserDataEditor({ start, onUse, onClose }: UserDataEditorProps) {
  const [text, setText] = useState(start)
  const keys = useData(first1000SshKeys()).items
  // a check takes a few milliseconds, which typing need not wait for
  const problem = problemOf(useDeferredValue(text))
  const isEmpty = text.trim() === ''
  const whyNoPreset = problem && 'Fix the text first.'
  const leave = () => (text === start ? onClose() : discard(text, onClose))
  return (
    <Dialog
      title="Write user data"
      subtitle="cloud-init reads it at the first boot."
      width="free"
      onDismiss={leave}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button
            variant="primary"
            disabled={isEmpty || problem !== undefined}
            onClick={() => {
              onUse(text)
              onClose()
            }}
          >
            Use this text
          </Button>
        </>
      }
    >
      <div className="w-[min(40rem,80vw)] space-y-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Presets</legend>
          {presetsFor(keys.map(({ publicKey }) => publicKey)).map(({ label, config, whyNot }) => (
            <ActionButton
              key={label}
              action={{ label, whyNot: whyNot ?? whyNoPreset, run: () => setText(withPreset(text, config)) }}
            />
          ))}
        </fieldset>
        <Field label="Text" required error={problem}>
          <TextArea
            mono
            rows={16}
            spellCheck={false}
            placeholder={'#cloud-config\npackages:\n  - git'}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <output className="block text-xs text-muted">
          {isEmpty ? 'Type, or begin with a preset.' : problem ? '' : 'No problems found.'}
        </output>
      </div>
    </Dialog>
  )
}
