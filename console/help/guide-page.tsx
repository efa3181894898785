// One guide.
import { useEffect, useRef } from 'react'
import { useLoaderData, useNavigate, useParams } from 'react-router'
import { TextLink } from '../frame/link.tsx'
import { isGuide } from './guides.ts'
import { paths } from '../paths.ts'
import { base } from '../util/base.ts'
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
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate(link.pathname.slice(base.length - 1))
    }
    const element = article.current
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate])
  return (
    <GuideLayout guide={isGuide(guide) ? guide : undefined}>
      <p className="mb-4 text-sm min-[900px]:hidden">
        <TextLink to={paths.guides()}>All guides</TextLink>
      </p>
      <article ref={article} className="guide" dangerouslySetInnerHTML={{ __html: text }} />
    </GuideLayout>
  )
}
