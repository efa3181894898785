// An OxQL text in color.
import { oxqlTokens, type TokenKind } from './oxql-tokens.ts'

const looks: Record<TokenKind, string | undefined> = {
  operation: 'font-medium text-accent',
  name: 'font-medium',
  literal: 'text-success',
  text: undefined,
}

export function OxqlCode({ text }: { text: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label="OxQL query"
      className="overflow-x-auto rounded-md border border-line bg-raised p-3 font-mono text-xs"
    >
      {oxqlTokens(text).map((token, at) => (
        <span key={at} className={looks[token.kind]}>
          {token.text}
        </span>
      ))}
    </pre>
  )
}
