import type { EnvelopeField, FieldValue, FrameEnvelope } from './frame-descriptor.ts'
import type { Frame } from './frame.ts'
import type { HeaderLayout } from './header-layout.ts'
import { BadMessage, fieldValue, ProtoWriter, readProto } from './proto-fields.ts'
import type { ProtoField } from './proto-fields.ts'

type Routes = Pick<HeaderLayout, 'routeNumbers' | 'routeTexts'>

/** The numbers that are not the command of a `oneof`. */
function ownFields({ seq, status, body, more = [] }: FrameEnvelope): EnvelopeField[] {
  return [seq, status, body, ...more].filter((field) => field !== undefined)
}

function note(frame: Frame, key: string, value: FieldValue): void {
  frame.fields = { ...frame.fields, [key]: value }
}

/** A number for the frame; what it cannot hold exactly stands beside it as text. */
function setNumber(frame: Frame, name: 'cmd' | 'seq' | 'status', value: FieldValue): void {
  const number = Number(value)
  if (!Number.isFinite(number)) note(frame, name, value)
  else {
    frame[name] = number
    if (!Number.isSafeInteger(number) || String(number) !== String(value)) note(frame, name, value)
  }
}

function readCommand(frame: Frame, field: EnvelopeField, value: FieldValue, routes: Routes): void {
  if (field.as !== 'text') {
    setNumber(frame, 'cmd', value)
    return
  }
  frame.route = String(value)
  frame.cmd = routes.routeNumbers.get(frame.route) ?? 0
}

function readField(frame: Frame, envelope: FrameEnvelope, found: ProtoField, routes: Routes): void {
  const { cmd, seq, status, body, more = [] } = envelope
  const { number, value, at } = found
  if (cmd !== 'oneof' && number === cmd.field) readCommand(frame, cmd, fieldValue(cmd, found), routes)
  else if (number === seq?.field) setNumber(frame, 'seq', fieldValue(seq, found))
  else if (number === status?.field) setNumber(frame, 'status', fieldValue(status, found))
  else if (number === body?.field) {
    if (!(value instanceof Uint8Array)) throw new BadMessage(`field ${number} is no body`, at)
    frame.body = value
  } else {
    const other = more.find(({ field }) => field === number)
    if (other) note(frame, other.label, fieldValue(other, found))
    else if (cmd === 'oneof' && value instanceof Uint8Array) {
      frame.cmd = number
      frame.body = value
      if (number === envelope.errorCmd) frame.status = 1
    }
  }
}

/** Puts what an envelope holds into the frame, in place of the envelope itself; throws BadMessage. */
export function openEnvelope(frame: Frame, envelope: FrameEnvelope, routes: Routes): void {
  const fields = readProto(frame.body)
  frame.body = frame.body.subarray(0, 0)
  for (const field of fields) readField(frame, envelope, field, routes)
}

/** A sequence may be any text the game takes; 0 and an absent one are the same push. */
const valueOf = (frame: Frame, name: 'cmd' | 'seq' | 'status', field: EnvelopeField): FieldValue => {
  const said = frame.fields?.[name]
  if (typeof said === 'string') return said
  return field.as === 'text' && frame[name] === 0 ? '' : frame[name]
}

export function sealEnvelope(frame: Frame, envelope: FrameEnvelope, routes: Routes): Uint8Array {
  const { cmd, seq, status, body, more = [] } = envelope
  const parts: [number, (writer: ProtoWriter) => void][] = []
  const add = (field: EnvelopeField, value: FieldValue) =>
    parts.push([field.field, (writer) => writer.value(field, value)])
  if (cmd === 'oneof') {
    const isOwn = ownFields(envelope).some(({ field }) => field === frame.cmd)
    if (isOwn || !(Number.isInteger(frame.cmd) && frame.cmd > 0 && frame.cmd <= 0x1f_ff_ff_ff)) {
      throw new RangeError(`command ${frame.cmd} is no field of the envelope`)
    }
    parts.push([frame.cmd, (writer) => writer.bytes(frame.cmd, frame.body)])
  } else {
    const text = cmd.as === 'text' ? (frame.route ?? routes.routeTexts.get(frame.cmd)) : undefined
    if (cmd.as === 'text' && text === undefined) throw new RangeError(`command ${frame.cmd} has no route`)
    add(cmd, text ?? valueOf(frame, 'cmd', cmd))
  }
  if (seq) add(seq, valueOf(frame, 'seq', seq))
  if (status) add(status, valueOf(frame, 'status', status))
  if (body && frame.body.length > 0)
    parts.push([body.field, (writer) => writer.bytes(body.field, frame.body)])
  for (const field of more)
    add(field, frame.fields?.[field.label] ?? field.default ?? (field.as === 'text' ? '' : 0))
  const writer = new ProtoWriter()
  for (const [, write] of parts.toSorted(([one], [other]) => one - other)) write(writer)
  return writer.finish()
}
