// The page around every way to sign in: a drawing of a rack, and the silo's name over the form.
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Identicon, hashOf } from '../../frame/identicon.tsx'
import { TextLink } from '../../frame/link.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import { Message } from '../../ui/display/message.tsx'
import { wasSessionLost } from '../../lost-session.ts'
import { paths } from '../../paths.ts'
import { withReturn } from '../../return-to.ts'
import { useLoad } from '../../use-api.ts'
import { optionsQuery } from './login-methods.ts'

export function LoginLayout({ silo, children }: { silo?: string; children: ReactNode }) {
  const [search] = useSearchParams()
  const { data: answer } = useLoad(optionsQuery(), { optional: true })
  const installation = answer?.type === 'success' && answer.data.installationName
  return (
    <div className="flex h-full">
      <div aria-hidden className="hidden grow items-center justify-center border-r border-line bg-raised lg:flex">
        <Rack seed={silo ?? 'rackwright'} />
      </div>
      <main id="content" tabIndex={-1} className="flex h-full w-full overflow-y-auto outline-none lg:w-[30rem]">
        <div className="m-auto w-full max-w-[22rem] px-6 py-12">
          {silo && (
            <p className="mb-8 flex items-center gap-2 font-semibold tracking-tight">
              <Mark />
              Rackwright
            </p>
          )}
          <div className="mb-5 flex items-center gap-3 border-b border-line pb-5">
            {silo ? <Identicon name={silo} size={32} /> : <Mark size={32} />}
            <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">{silo ?? 'Rackwright'}</h1>
          </div>
          {installation && <p className="mb-5 text-sm text-muted wrap-anywhere">Installation {installation}</p>}
          {search.has('redirect_uri') && wasSessionLost() && (
            <div className="mb-5">
              <Message>Your session has ended. Sign in to continue; your form is kept.</Message>
            </div>
          )}
          {children}
          {silo && (
            <p className="mt-6 text-sm">
              <TextLink to={withReturn(`${paths.login()}?choose`, search)}>Sign in to another silo</TextLink>
            </p>
          )}
        </div>
      </main>
    </div>
  )
}

/** Sixteen sleds with their lamps; which of them are lit follows from the name. */
function Rack({ seed }: { seed: string }) {
  const hash = hashOf(seed)
  return (
    <svg viewBox="0 0 220 420" className="h-[70%] max-h-[36rem] text-line-strong">
      <rect x="1" y="1" width="218" height="418" rx="10" fill="var(--slate-1)" stroke="currentColor" />
      {Array.from({ length: 16 }, (_, sled) => {
        const y = 16 + sled * 24.5
        const lit = (hash >>> sled) & 1
        return (
          <g key={sled}>
            <rect x="16" y={y} width="188" height="18" rx="3" fill="var(--slate-3)" />
            {Array.from({ length: 8 }, (_, slot) => (
              <rect key={slot} x={26 + slot * 15} y={y + 5} width="11" height="8" rx="1.5" fill="var(--slate-6)" />
            ))}
            <circle cx="190" cy={y + 9} r="2.5" fill={lit ? 'var(--grass-9)' : 'var(--slate-7)'} />
            <circle cx="180" cy={y + 9} r="2.5" fill={lit ? 'var(--iris-9)' : 'var(--iris-6)'} />
          </g>
        )
      })}
    </svg>
  )
}
