import { lazyPart } from '@qd/web-base'
import { LoadingRows } from '@qd/web-controls'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { usePhrases } from '../text/use-phrases.ts'
import type { LuaEditorProps } from './lua-editor.tsx'

const LuaEditor = lazyPart(() => import('./lua-editor.tsx'))

export interface LuaBoxProps extends Omit<LuaEditorProps, 'phrases'> {
  /** A new key shows `text` anew; typing does not. */
  textKey: string
}

/** A script in Lua with its colours, to be read or written. */
export function LuaBox({ textKey, ...props }: LuaBoxProps): ReactNode {
  const phrases = usePhrases()
  return (
    <Suspense fallback={<LoadingRows rows={4} />}>
      <LuaEditor key={textKey} phrases={phrases} {...props} />
    </Suspense>
  )
}
