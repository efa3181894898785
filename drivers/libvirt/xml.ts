// The little XML that the driver writes and reads.

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** For text and attributes. XML has no way to write control characters, so they are left out. */
export const escaped = (text: string) =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"']/g, (special) => ENTITIES[special]!)

const unescaped = (text: string) =>
  text
    .replaceAll(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) =>
      String.fromCodePoint(code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number(code)),
    )
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (entity) => Object.keys(ENTITIES).find((key) => ENTITIES[key] === entity)!)

export const attributes = (values: Record<string, string | number | boolean | undefined>) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : ` ${name}="${escaped(String(value))}"`))
    .join('')

/** The attributes of the first element with this name and namespace prefix. Undefined if there is none. */
export function attributesOf(xml: string, element: string): Record<string, string> | undefined {
  const found = new RegExp(`<${element}((?:\\s+[\\w:.-]+=(?:"[^"]*"|'[^']*'))*)\\s*/?>`).exec(xml)
  if (!found) return undefined
  const pairs = (found[1] ?? '').matchAll(/([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries([...pairs].map(([, name, double, single]) => [name, unescaped(double ?? single ?? '')]))
}
