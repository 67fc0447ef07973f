import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { parseNotes } from './parse-notes.ts'
import type { NoteBlock, NotePiece } from './parse-notes.ts'
import styles from './updates.module.css'

function Pieces({ pieces }: { pieces: readonly NotePiece[] }): ReactNode {
  return pieces.map(({ kind, text }, at) => {
    if (kind === 'strong') return <strong key={at}>{text}</strong>
    return kind === 'code' ? <code key={at}>{text}</code> : text
  })
}

function Block({ block }: { block: NoteBlock }): ReactNode {
  if (block.kind === 'code') return <pre>{block.text}</pre>
  const pieces = <Pieces pieces={block.pieces} />
  if (block.kind === 'heading') return <h4>{pieces}</h4>
  return block.kind === 'item' ? <p className={styles.item}>{pieces}</p> : <p>{pieces}</p>
}

/** What is new, in the words of the publisher; nothing of it is HTML. */
export function Notes({ label, markdown }: { label: string; markdown: string }): ReactNode {
  const blocks = useMemo(() => parseNotes(markdown), [markdown])
  if (blocks.length === 0) return null
  return (
    // Long notes scroll, by the keyboard too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls takes the focus
    <section className={styles.notes} aria-label={label} tabIndex={0}>
      {blocks.map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </section>
  )
}
