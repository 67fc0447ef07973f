import { bodyRulesOf, bodyTypeOf, isSessionless, permissionKey, z } from '@qd/contract-kit'
import type { AnyRoute, Schema } from '@qd/contract-kit'

type Json = Record<string, unknown>

export interface OpenApiInput {
  routes: readonly AnyRoute[]
  version: string
  /** The title of a call in the reader's language. */
  titleOf(title: string): string
}

const ENVELOPE: Json = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    msg: { type: 'string' },
    data: {},
    requestId: { type: 'string' },
    err: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        retryable: { type: 'boolean' },
        field: { type: 'string' },
        details: {},
      },
      required: ['code', 'retryable'],
    },
  },
  required: ['status', 'msg', 'data', 'requestId'],
}

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, each]) => {
    return { name, in: place, required: place === 'path' || required.includes(name), schema: each }
  })
}

function successOf(route: AnyRoute): Json {
  if (route.raw === true) return { description: 'ok' }
  const lifted = Object.fromEntries((route.lift ?? []).map((name) => [name, {}]))
  const data = schemaOf(route.reply, 'output')
  const properties = { ...(ENVELOPE['properties'] as Json), ...lifted, data }
  return { description: 'ok', content: { 'application/json': { schema: { ...ENVELOPE, properties } } } }
}

/** A text stands below the JSON, which is the first line then; JSON Schema has no word for that. */
function requestOf(route: AnyRoute): Json {
  const { bytes, values, textBytes, rawBytes } = bodyRulesOf(route)
  if (rawBytes !== null) {
    const schema = { type: 'string', format: 'binary', maxLength: rawBytes }
    return { requestBody: { content: { [bodyTypeOf(route)]: { schema } } } }
  }
  if (route.body === undefined) return {}
  const schema = schemaOf(route.body, 'input')
  const limits = { 'x-limits': { bytes, values, ...(textBytes === null ? {} : { textBytes }) } }
  const description = `First line: JSON as in x-first-line. Below it the text, at most ${textBytes} bytes of UTF-8.`
  const media =
    textBytes === null ? { schema } : { schema: { type: 'string', description, 'x-first-line': schema } }
  return { requestBody: { content: { [bodyTypeOf(route)]: media }, ...limits } }
}

function operationOf(route: AnyRoute, titleOf: OpenApiInput['titleOf']): Json {
  const { permission } = route
  return {
    operationId: `${route.method.toLowerCase()}:${route.title}`,
    summary: titleOf(route.title),
    tags: [route.title.split('.')[0]],
    security: isSessionless(permission) ? [] : [{ token: [] }],
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...requestOf(route),
    responses: {
      200: successOf(route),
      default: {
        description: 'error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
      },
    },
    'x-permission': typeof permission === 'string' ? permission : permissionKey(permission),
    'x-level': route.level,
    'x-risk': route.risk,
    ...(route.riskInProduction === undefined ? {} : { 'x-risk-in-production': route.riskInProduction }),
    ...(route.risesTo === undefined ? {} : { 'x-risk-rises-to': route.risesTo }),
  }
}

const LINE_SERVERS = [{ url: '/' }, { url: '/line/{lineId}', variables: { lineId: { default: 'lineId' } } }]

/** The calls as an OpenAPI 3.1 document; what is written down is what the guard enforces. */
export function openApiOf({ routes, version, titleOf }: OpenApiInput): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= path.startsWith('/adjust/') ? { servers: LINE_SERVERS } : {})
    item[route.method.toLowerCase()] = operationOf(route, titleOf)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quarterdeck', version },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Envelope: ENVELOPE },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
    },
  }
}
