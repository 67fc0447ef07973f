import { RangeSetBuilder, StateField } from '@codemirror/state'
import type { Extension, Text } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import type { DecorationSet } from '@codemirror/view'
import styles from '../text/text-view.module.css'

/** A comment behind a line: looked at, never part of the text. */
class Note extends WidgetType {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  override eq(other: Note): boolean {
    return other.#text === this.#text
  }

  override toDOM(): HTMLElement {
    const note = document.createElement('span')
    note.className = styles['note'] ?? ''
    note.textContent = `// ${this.#text}`
    return note
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function notesIn(doc: Text, notes: readonly string[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const [at, note] of notes.slice(0, doc.lines).entries()) {
    if (note === '') continue
    const { to } = doc.line(at + 1)
    builder.add(to, to, Decoration.widget({ widget: new Note(note), side: 1 }))
  }
  return builder.finish()
}

/** Notes by line of the first text; they move with their lines as people type. */
export function lineNotes(notes: readonly string[]): Extension {
  return StateField.define<DecorationSet>({
    create: ({ doc }) => notesIn(doc, notes),
    update: (shown, { changes }) => shown.map(changes),
    provide: (field) => EditorView.decorations.from(field),
  })
}
