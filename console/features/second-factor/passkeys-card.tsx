// The user's passkeys: creating and deleting them.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#contract/errors.ts'
import type { Model } from '#contract/client.ts'
import { send } from '../../api.ts'
import { useCall } from '../../call.ts'
import { createPasskey, whyNoPasskeys } from '../../passkeys.ts'
import { Card } from '../../ui/display/card.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Field } from '../../ui/input/field.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { isProofRequired, problemOf, ProofForm, useHasSecondFactor } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { everyPasskey } from './second-factor-queries.ts'

export function PasskeysCard({ onDone }: { onDone?: () => unknown }) {
  const passkeys = useData(everyPasskey()).items
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const whyNot = whyNoPasskeys()
  const created = (recoveryCodes: readonly string[] | null) => {
    setOpen(false)
    if (recoveryCodes) setCodes(recoveryCodes)
    else onDone?.()
  }
  return (
    <Card
      title="Passkeys"
      text={whyNot ?? 'Sign in with a fingerprint, a face, a PIN or a security key, with or without your password.'}
      actions={
        !isOpen &&
        !codes && (
          <Button onClick={() => setOpen(true)} disabledReason={whyNot}>
            Add passkey
          </Button>
        )
      }
    >
      {isOpen && <NewPasskey onDone={created} onCancel={() => setOpen(false)} />}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(undefined)
            return onDone?.()
          }}
        />
      )}
      {!isOpen && !codes && passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface NewPasskeyProps {
  onDone: (recoveryCodes: readonly string[] | null) => void
  onCancel: () => void
}

function NewPasskey({ onDone, onCancel }: NewPasskeyProps) {
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const hasFactor = useHasSecondFactor()
  const { begin, finish, isPending } = useCreation(name.trim(), onDone, setAsking)
  if (isAsking)
    return (
      <ProofForm
        submitLabel="Continue"
        error={problemOf(begin)}
        isPending={isPending}
        onProof={(body) => begin.mutate({ body })}
        onCancel={() => {
          begin.reset()
          setAsking(false)
        }}
      />
    )
  const submit = () => {
    if (begin.data) finish.mutate(begin.data)
    else if (hasFactor) setAsking(true)
    else begin.mutate({ body: {} })
  }
  const error = begin.error ?? finish.error
  return (
    <form
      noValidate
      className="max-w-[22rem] space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(!name.trim())
        if (name.trim() && !isPending) submit()
      }}
    >
      {error && (
        <Message tone="danger" alert>
          {error instanceof ApiError ? error.message : 'The browser did not create a passkey.'}
        </Message>
      )}
      <Field label="Name" required help="Where the passkey is kept" error={isMissing && 'Name is required'}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears when it is the next thing to fill in */}
        <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={63} autoFocus />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={isPending}>
          Create passkey
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** The server asks for a proof before the browser is asked. If the browser then refuses, it can be asked again without another proof. */
function useCreation(name: string, onDone: NewPasskeyProps['onDone'], setAsking: (isAsking: boolean) => void) {
  const begin = useCall('passkey_begin', {
    onSuccess(challenge) {
      setAsking(false)
      finish.mutate(challenge)
    },
    onError: (error) => isProofRequired(error) && setAsking(true),
  })
  const finish = useMutation({
    async mutationFn({ options, ticket }: Model<'PasskeyChallenge'>) {
      const response = await createPasskey(options)
      return send('passkey_create', { body: { name, ticket, response } }, ({ recoveryCodes }) => onDone(recoveryCodes))
    },
    // the server answers each challenge once
    onError: (error) => error instanceof ApiError && begin.reset(),
  })
  return { begin, finish, isPending: begin.isPending || finish.isPending }
}

function PasskeyRow({ passkey: { id, name, rpId, timeLastUsed } }: { passkey: Model<'Passkey'> }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useCall('passkey_delete', { onSuccess: () => toast(`Passkey ${name} deleted`) })
  return (
    <li className="space-y-3 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{name}</span>
        <span className="grow text-muted">
          for {rpId},{' '}
          {timeLastUsed ? (
            <>
              last used <DateTime value={timeLastUsed} />
            </>
          ) : (
            'never used'
          )}
        </span>
        {!isOpen && (
          <Button size="sm" aria-label={`Delete passkey ${name}`} onClick={() => setOpen(true)}>
            Delete
          </Button>
        )}
      </div>
      {isOpen && (
        <ProofForm
          submitLabel="Delete passkey"
          danger
          error={remove.error?.message}
          isPending={remove.isPending}
          onProof={(body) => remove.mutate({ path: { passkeyId: id }, body })}
          onCancel={() => setOpen(false)}
        />
      )}
    </li>
  )
}
