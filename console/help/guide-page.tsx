// One guide.
import { useEffect, useRef } from 'react'
import { useLoaderData, useNavigate, useParams } from 'react-router'
import { TextLink } from '../frame/link.tsx'
import { guides, isGuide, nextGuide } from './guides.ts'
import { paths } from '../paths.ts'
import { base } from '../util/base.ts'
import { keep, kept } from '../util/keep.ts'
import { GuideLayout } from './guide-layout.tsx'
import './guide.css'

export default function GuidePage() {
  const { guide } = useParams()
  const text = useLoaderData<string>()
  const article = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    // links in the text are plain HTML, which would reload the whole console
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (
        !link ||
        link.target ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      void navigate(link.pathname.slice(base.length - 1))
    }
    const element = article.current
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate])
  useEffect(() => keepTicks(article.current, `guide-${guide}`), [guide])
  const known = isGuide(guide) ? guide : undefined
  const next = known && nextGuide(known)
  return (
    <GuideLayout guide={known}>
      <p className="mb-4 text-sm min-[900px]:hidden">
        <TextLink to={paths.guides()}>All guides</TextLink>
      </p>
      <article ref={article} className="guide" dangerouslySetInnerHTML={{ __html: text }} />
      {next && (
        <p className="mt-10 border-t border-line pt-4">
          <span className="text-muted">Next: </span>
          <TextLink to={paths.guide({ guide: next })}>{guides[next]}</TextLink>
        </p>
      )}
    </GuideLayout>
  )
}

/** The items ticked off in a checklist stay so in this browser. */
function keepTicks(article: HTMLElement | null, name: string): (() => void) | undefined {
  const boxes = [...(article?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
  if (boxes.length === 0) return
  const ticked = new Set((kept(name) ?? '').split(','))
  boxes.forEach((box, at) => (box.checked = ticked.has(String(at))))
  const save = () => keep(name, boxes.flatMap((box, at) => (box.checked ? [at] : [])).join())
  article?.addEventListener('change', save)
  return () => article?.removeEventListener('change', save)
}
