import { createContext, useContext, useEffect, useId } from 'react'

/** Id of the dialog around a part; null outside of dialogs. */
export const DialogContext = createContext<number | null>(null)

/** Parts with unsaved input, by dialog. */
const dirtyParts = new Map<number, Set<string>>()

export function isDialogDirty(id: number): boolean {
  return (dirtyParts.get(id)?.size ?? 0) > 0
}

/** Lets the dialog around this part ask before it closes and loses what was typed. */
export function useMarkDialogDirty(isDirty: boolean): void {
  const id = useContext(DialogContext)
  const part = useId()
  useEffect(() => {
    if (id === null || !isDirty) return undefined
    const parts = dirtyParts.get(id) ?? new Set<string>()
    dirtyParts.set(id, parts.add(part))
    return () => {
      parts.delete(part)
      if (parts.size === 0) dirtyParts.delete(id)
    }
  }, [id, part, isDirty])
}
