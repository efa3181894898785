// Parses bounded XML into a tree, with traversals that replace XPath on unauthenticated documents.
import { type XmlLimits, xmlProblem } from './xml-bounds.ts'

export class BadXml extends Error {}

export async function parseXml(text: string, limits: XmlLimits): Promise<Element> {
  const problem = xmlProblem(text, limits)
  if (problem) throw new BadXml(problem)
  // loaded on first use: most servers have no identity provider
  const { parseDomFromString } = await import('@node-saml/node-saml/lib/xml.js')
  const { documentElement } = await parseDomFromString(text).catch((error: Error) => {
    throw new BadXml(error.message.split('\n')[0]?.slice(0, 200) ?? '')
  })
  if (!documentElement) throw new BadXml('it is not an XML document')
  return documentElement
}

const ELEMENT = 1
const TEXT = 3

function* childNodes(node: Node): Generator<Node> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child
}

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT

export const childElements = (parent: Element, localName: string): Element[] =>
  [...childNodes(parent)].filter(isElement).filter((child) => child.localName === localName)

/** The element and everything below it, each visited once. */
export function* elementsOf(element: Element): Generator<Element> {
  yield element
  for (const child of childNodes(element)) if (isElement(child)) yield* elementsOf(child)
}

/** Plain text only: no comments, CDATA sections or elements that readers could skip or join differently. */
export const isPlainText = (element: Element): boolean =>
  [...childNodes(element)].every(({ nodeType }) => nodeType === TEXT)
