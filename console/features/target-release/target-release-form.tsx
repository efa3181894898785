// Setting the target release.
import type { Model } from '#contract/client.ts'
import { semverForm } from '#contract/checks.ts'
import { isNotFound, send } from '../../api.ts'
import { TextField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface Values {
  systemVersion: string
}

const validate = (text: string) => semverForm.test(text.trim()) || 'Must be a version, such as 1.2.3'

const toParams = ({ systemVersion }: Values) => ({ body: { systemVersion: systemVersion.trim() } })

interface TargetReleaseFormProps extends FormEnds<void> {
  release: Model<'TargetRelease'>
}

export function TargetReleaseForm({ release, onDone, onClose }: TargetReleaseFormProps) {
  const { releaseSource } = release
  return (
    <SideForm
      operation="target_release_update"
      title="Set target release"
      whyNot={useWhyNotFleet()}
      defaultValues={{ systemVersion: '' }}
      toParams={toParams}
      sendCall={(values, then) =>
        send('target_release_update', toParams(values), then).catch((error: unknown) => {
          // the API calls a release that it does not know a missing tuf-repo
          if (isNotFound(error)) throw new Error(`The system does not know release ${values.systemVersion.trim()}.`)
          throw error
        })
      }
      onSuccess={(_, { systemVersion }) => {
        toast(`Target release set to ${systemVersion.trim()}`)
        return onDone()
      }}
      onClose={onClose}
    >
      <TextField
        name="systemVersion"
        label="Version"
        required
        mono
        rules={{ validate }}
        help={releaseSource.type === 'unspecified' ? undefined : `Now ${releaseSource.version}.`}
      />
      <Message>The system must know the release. You cannot go back to an older one.</Message>
    </SideForm>
  )
}
