// Choosing a silo to sign in to. Hosts that do not list their silos get a text field.
import { ArrowRight } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { Identicon } from '../../frame/identicon.tsx'
import { Link } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Field } from '../../ui/input/field.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'
import { LoginLayout } from './login-layout.tsx'
import { withReturn } from '../../return-to.ts'
import { lastSilo, optionsQuery, silosOf, methodsOf, type LoginSilo } from './login-methods.ts'

export default function ChooseSiloPage() {
  const silos = silosOf(useData(optionsQuery()))
  return (
    <LoginLayout>
      {silos.length > 0 && <Silos silos={silos} />}
      <SiloByName others={silos.length > 0} />
    </LoginLayout>
  )
}

function Silos({ silos }: { silos: readonly LoginSilo[] }) {
  const [search] = useSearchParams()
  return (
    <>
      <p className="mb-3 text-sm text-muted">Choose where to sign in.</p>
      <ul className="space-y-3">
        {silos.map((silo) => (
          <li key={silo.name} className="rounded-md border border-line bg-raised">
            <div className="flex items-center gap-2.5 px-3 pt-2.5 pb-1.5 text-sm font-medium">
              <Identicon name={silo.name} />
              <span className="min-w-0 grow truncate">{silo.name}</span>
              {silo.name === lastSilo() && <Badge>last used</Badge>}
            </div>
            <ul className="pb-1.5">
              {methodsOf(silo).map(({ label, to }) => (
                <li key={to}>
                  <Link
                    to={withReturn(to, search)}
                    aria-label={`${silo.name}: ${label}`}
                    className="flex h-9 items-center gap-2 px-3 text-sm text-accent hover:bg-hover"
                  >
                    <span className="min-w-0 grow truncate">{label}</span>
                    <Icon icon={ArrowRight} className="size-4" />
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

function SiloByName({ others }: { others: boolean }) {
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
    <form onSubmit={submit} noValidate className={others ? 'mt-6 space-y-4 border-t border-line pt-5' : 'space-y-4'}>
      <Field
        label={others ? 'Another silo' : 'Silo'}
        required
        help="Ask your administrator for the name of your silo."
        error={missing && 'Silo is required'}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- alone on the page, it is the page */}
        <TextInput name="silo" autoComplete="organization" autoFocus={!others} />
      </Field>
      <div className="grid pt-1">
        <Button type="submit" variant={others ? 'secondary' : 'primary'}>
          Continue
        </Button>
      </div>
    </form>
  )
}
