// Bounds an XML document before any library sees it, in one linear pass. The parser, XPath and canonicalization all cost more
// than linear time on hostile input: 600 KB of empty elements once blocked the server for eight minutes.

export interface XmlLimits {
  bytes: number
  /** Elements, comments, CDATA sections and processing instructions. */
  nodes: number
  /** Total over all elements. */
  attributes: number
}

/** The library runs XPath over all nodes several times, each taking time quadratic in their number. */
export const RESPONSE_LIMITS: XmlLimits = { bytes: 262_144, nodes: 500, attributes: 2400 }
/** Metadata never goes through XPath, and federations publish long documents. */
export const METADATA_LIMITS: XmlLimits = { bytes: 1_048_576, nodes: 5000, attributes: 20_000 }

export const MAX_DEPTH = 32
export const MAX_ATTRIBUTES = 64
/** Canonicalization compares every namespace in scope with every prefix in a list, so both must be short. */
export const MAX_ATTRIBUTE_LENGTH = 8192

const NAME = /[^\s=<>"'/!?]+/y
const ATTRIBUTE = /\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y
const TAG_END = /\s*(\/?)>/y

/** Undefined when the document is safe to parse; otherwise the limit it exceeds or the reason it is not XML. */
export function xmlProblem(text: string, limits: XmlLimits): string | undefined {
  if (Buffer.byteLength(text) > limits.bytes) return `it is larger than ${limits.bytes} bytes`
  let nodes = 0
  let attributes = 0
  let depth = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text[at + 1] === '/') {
      at = skipPast(text, '>', at)
      if (--depth < 0) return 'it is not well-formed XML'
    } else {
      if (++nodes > limits.nodes) return `it has more than ${limits.nodes} XML nodes`
      if (text.startsWith('<!--', at)) at = skipPast(text, '-->', at + 4)
      else if (text.startsWith('<![CDATA[', at)) at = skipPast(text, ']]>', at)
      else if (text.startsWith('<?', at)) at = skipPast(text, '?>', at)
      // entities are defined in a DTD, and ten lines of them can expand to gigabytes
      else if (text[at + 1] === '!') return 'it has a document type declaration'
      else {
        const tag = readTag(text, at)
        if (typeof tag === 'string') return tag
        at = tag.end
        attributes += tag.attributes
        if (attributes > limits.attributes) return `it has more than ${limits.attributes} attributes`
        if (!tag.isEmpty && ++depth > MAX_DEPTH) return `its elements nest deeper than ${MAX_DEPTH}`
      }
    }
    if (at === -1) return 'it is not well-formed XML'
  }
  return depth === 0 && nodes > 0 ? undefined : 'it is not well-formed XML'
}

function skipPast(text: string, terminator: string, from: number): number {
  const at = text.indexOf(terminator, from)
  return at === -1 ? -1 : at + terminator.length
}

/** Stricter than the parser: a tag that this scan and the parser could read differently is refused. */
function readTag(text: string, start: number): { end: number; attributes: number; isEmpty: boolean } | string {
  NAME.lastIndex = start + 1
  if (!NAME.test(text)) return 'it is not well-formed XML'
  let end = NAME.lastIndex
  let attributes = 0
  for (; ; attributes++) {
    ATTRIBUTE.lastIndex = end
    if (!ATTRIBUTE.test(text)) break
    if (attributes === MAX_ATTRIBUTES) return `an element has more than ${MAX_ATTRIBUTES} attributes`
    if (ATTRIBUTE.lastIndex - end > MAX_ATTRIBUTE_LENGTH)
      return `an attribute is longer than ${MAX_ATTRIBUTE_LENGTH} characters`
    end = ATTRIBUTE.lastIndex
  }
  TAG_END.lastIndex = end
  const close = TAG_END.exec(text)
  return close ? { end: TAG_END.lastIndex, attributes, isEmpty: close[1] === '/' } : 'it is not well-formed XML'
}
