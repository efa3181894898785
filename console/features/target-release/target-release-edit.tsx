// Setting the target release, over its page.
import { useNavigate } from 'react-router'
import { semverForm } from '#contract/checks.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { targetRelease } from './target-release-queries.ts'

interface Values {
  systemVersion: string
}

const validate = (text: string) => semverForm.test(text.trim()) || 'Must be a version, such as 1.2.3'

export default function TargetReleaseEditPage() {
  const navigate = useNavigate()
  const { releaseSource } = useData(targetRelease())
  const back = () => navigate(paths.targetRelease())
  return (
    <SideForm
      operation="target_release_update"
      title="Set target release"
      whyNot={useWhyNotFleet()}
      defaultValues={{ systemVersion: '' }}
      toParams={({ systemVersion }: Values) => ({ body: { systemVersion: systemVersion.trim() } })}
      onSuccess={(_, { systemVersion }) => {
        toast(`Target release set to ${systemVersion.trim()}`)
        return back()
      }}
      onClose={() => void back()}
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
