// Which silo to sign in to, where the address does not say. The last one used comes first; a host that names none is asked by name.
import { ArrowRight } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useData } from '../../api.ts'
import { Identicon } from '../../components/identicon.tsx'
import { Link } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { loginOptions, type LoginSilo } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { kept } from '../../util/keep.ts'
import { LoginLayout } from './login-layout.tsx'
import { withReturn } from './return-to.ts'
import { waysOf } from './ways.ts'

export default function ChooseSiloPage() {
  const silos = useData(loginOptions())?.silos.filter((silo) => waysOf(silo).length > 0) ?? []
  return <LoginLayout>{silos.length > 0 ? <Silos silos={silos} /> : <SiloByName />}</LoginLayout>
}

function Silos({ silos }: { silos: readonly LoginSilo[] }) {
  const [search] = useSearchParams()
  const last = kept('silo')
  const ordered = silos.toSorted((one, other) => Number(other.name === last) - Number(one.name === last))
  return (
    <>
      <p className="mb-3 text-sm text-muted">Choose where to sign in.</p>
      <ul className="space-y-3">
        {ordered.map((silo) => (
          <li key={silo.name} className="rounded-md border border-line bg-raised">
            <div className="flex items-center gap-2.5 px-3 pt-2.5 pb-1.5 text-sm font-medium">
              <Identicon name={silo.name} />
              <span className="min-w-0 grow truncate">{silo.name}</span>
              {silo.name === last && <Badge>last used</Badge>}
            </div>
            <ul className="pb-1.5">
              {waysOf(silo).map(({ label, to }) => (
                <li key={to}>
                  <Link
                    to={withReturn(to, search)}
                    aria-label={`${silo.name}: ${label}`}
                    className="flex h-9 items-center gap-2 px-3 text-sm text-accent hover:bg-hover"
                  >
                    <span className="min-w-0 grow truncate">{label}</span>
                    <ArrowRight aria-hidden className="size-4" />
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function SiloByName() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const silo = String(new FormData(event.currentTarget).get('silo')).trim()
    setMissing(!silo)
    if (silo) void navigate(withReturn(paths.loginLocal({ silo }), search))
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field
        label="Silo"
        required
        help="The part of the cloud that your account belongs to. An administrator can tell you its name."
        error={missing && 'Silo is required'}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form */}
        <TextInput name="silo" defaultValue={kept('silo')} autoComplete="organization" autoFocus />
      </Field>
      <div className="grid pt-1">
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </div>
    </form>
  )
}
