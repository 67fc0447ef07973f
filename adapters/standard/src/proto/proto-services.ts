import type { CleanNested } from './proto-descriptor.ts'

export interface CleanMethod {
  requestType: string
  responseType: string
  comment?: string
}

const under = (scope: string, name: string): string => (scope === '' ? name : `${scope}.${name}`)

function isThere(type: string, from: string, messages: ReadonlySet<string>): boolean {
  if (type.startsWith('.')) return messages.has(type.slice(1))
  for (let scope = from; ; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))) {
    if (messages.has(under(scope, type))) return true
    if (scope === '') return false
  }
}

/**
 * Takes out methods of messages that are not there, and services without any left: they say which messages belong
 * together and nothing else, so a bad one is no reason to refuse the definition.
 */
export function dropLostMethods(nested: CleanNested, messages: ReadonlySet<string>, scope = ''): void {
  for (const [name, node] of Object.entries(nested)) {
    if ('methods' in node) {
      const methods = Object.entries(node.methods).filter(([, { requestType, responseType }]) =>
        [requestType, responseType].every((type) => isThere(type, scope, messages)),
      )
      node.methods = Object.fromEntries(methods)
      if (methods.length === 0) delete nested[name]
    } else if ('nested' in node && node.nested !== undefined) {
      dropLostMethods(node.nested, messages, under(scope, name))
    }
  }
}
