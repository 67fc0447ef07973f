import { z } from '@qd/contract-kit'

const comment = z.optional(z.nullable(z.string()))
const options = z.optional(z.record(z.string(), z.unknown()))

const fieldNode = z.object({
  type: z.string(),
  id: z.int(),
  rule: z.optional(z.string()),
  keyType: z.optional(z.string()),
  options,
  comment,
})
export type FieldNode = z.infer<typeof fieldNode>

const methodNode = z.object({
  requestType: z.string(),
  responseType: z.string(),
  requestStream: z.optional(z.boolean()),
  responseStream: z.optional(z.boolean()),
  options,
  comment,
})

/** One node of a protobuf.js JSON descriptor; which fields it has says whether it is a message, enum, service or package. */
export const protoNode = z.object({
  edition: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), fieldNode)),
  oneofs: z.optional(z.record(z.string(), z.object({ oneof: z.array(z.string()) }))),
  reserved: z.optional(z.array(z.union([z.string(), z.array(z.int())]))),
  values: z.optional(z.record(z.string(), z.int())),
  comments: z.optional(z.nullable(z.record(z.string(), z.nullable(z.string())))),
  methods: z.optional(z.record(z.string(), methodNode)),
  options,
  comment,
  get nested() {
    return z.optional(z.record(z.string(), protoNode))
  },
})
export type ProtoNode = z.infer<typeof protoNode>

export const NAME = /^[A-Za-z_]\w{0,127}$/

export type NodeKind = 'message' | 'enum' | 'service' | 'package'

export function kindOf(node: ProtoNode): NodeKind {
  if (node.fields) return 'message'
  if (node.values) return 'enum'
  return node.methods ? 'service' : 'package'
}
