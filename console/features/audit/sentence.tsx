// A sentence about an entry, with the names in it emphasized.
import type { Sentence } from './activity-text.ts'

export const SentenceText = ({ sentence }: { sentence: Sentence }) => (
  <span className="wrap-anywhere">
    {sentence.map(({ text, isName }, at) => (isName ? <b key={at}>{text}</b> : text))}
  </span>
)
