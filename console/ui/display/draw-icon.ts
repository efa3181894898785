// How an icon of lucide-react is drawn: the build puts this in place of the package's own way, which is ten times as long.
import { createElement, type ComponentProps } from 'react'

interface IconData {
  node: readonly [tag: string, attributes: Record<string, string>][]
}

export default function createIcon({ node }: IconData) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...lines,
    )
}
