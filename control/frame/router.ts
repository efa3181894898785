// Finds the operation for a method and path with a trie, so that lookups do not slow down with the number of routes.
import { Failure } from './errors.ts'

interface Node {
  children: Map<string, Node>
  /** The child for a path parameter, with its name. */
  any?: { name: string; node: Node }
  operations: Map<string, string>
}

const makeNode = (): Node => ({ children: new Map(), operations: new Map() })

export interface Route<Op> {
  operation: Op
  params: Record<string, string>
}

export function makeRouter<Op extends string>(rows: Readonly<Record<Op, string>>) {
  const root = makeNode()
  for (const [operation, row] of Object.entries<string>(rows)) {
    const [method, path] = row.split(' ') as [string, string]
    let node = root
    for (const segment of path.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        node.any ??= { name: segment.slice(1, -1), node: makeNode() }
        node = node.any.node
      } else {
        if (!node.children.has(segment)) node.children.set(segment, makeNode())
        node = node.children.get(segment)!
      }
    }
    node.operations.set(method, operation)
  }

  return function route(method: string, pathname: string): Route<Op> {
    const match = walk(root, pathname.split('/').slice(1), 0, [])
    if (!match) throw new Failure(undefined, 'Not Found', 404)
    const operation = match.node.operations.get(method)
    if (!operation) {
      const allow = [...match.node.operations.keys()].sort().join(', ')
      throw new Failure(undefined, 'Method Not Allowed', 405, { allow })
    }
    const params: Record<string, string> = {}
    for (let i = 0; i < match.found.length; i += 2) params[match.found[i]!] = decodeSegment(match.found[i + 1]!)
    return { operation: operation as Op, params }
  }
}

function walk(
  node: Node,
  segments: string[],
  at: number,
  found: string[],
): { node: Node; found: string[] } | undefined {
  if (at === segments.length) return node.operations.size > 0 ? { node, found } : undefined
  const exact = node.children.get(segments[at]!)
  return (
    (exact && walk(exact, segments, at + 1, found)) ??
    (node.any && segments[at] !== ''
      ? walk(node.any.node, segments, at + 1, [...found, node.any.name, segments[at]!])
      : undefined)
  )
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Failure(undefined, 'bad parameter in URL path: the segment is not valid percent-encoding', 400)
  }
}
