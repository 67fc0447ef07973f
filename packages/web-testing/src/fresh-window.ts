/** What screens and tests change by assignment: each is put back property by property. */
const changeable = (): object[] => [
  globalThis,
  document,
  navigator,
  Document.prototype,
  Element.prototype,
  HTMLElement.prototype,
  HTMLInputElement.prototype,
  HTMLCanvasElement.prototype,
  Range.prototype,
  Storage.prototype,
  URL,
]

type Properties = Record<PropertyKey, PropertyDescriptor>

function putBack(object: object, was: Properties): void {
  const is: Properties = Object.getOwnPropertyDescriptors(object)
  for (const key of new Set([...Reflect.ownKeys(is), ...Reflect.ownKeys(was)])) {
    const [now, before] = [is[key], was[key]]
    if (now?.configurable === false) continue
    if (before === undefined) Reflect.deleteProperty(object, key)
    else if (now?.value !== before.value || now?.get !== before.get || now?.set !== before.set)
      Object.defineProperty(object, key, before)
  }
}

/** Properties of the window that keep what is assigned behind an accessor, with their values. */
function assigned(): Map<string, unknown> {
  const window: Properties = Object.getOwnPropertyDescriptors(globalThis)
  const accessors = Object.entries(window).filter(
    ([, { get, set }]) => get !== undefined && set !== undefined,
  )
  return new Map(accessors.map(([key]) => [key, Reflect.get(globalThis, key)]))
}

/** Notes who listens to the window from now on; the answer takes all of them off. */
function watchListeners(): () => void {
  const noted: Parameters<typeof window.addEventListener>[] = []
  const add = window.addEventListener
  window.addEventListener = (...listener: Parameters<typeof add>) => {
    noted.push(listener)
    add.apply(window, listener)
  }
  return () => {
    for (const [type, listener, options] of noted) window.removeEventListener(type, listener, options)
  }
}

/** Notes the channels opened from now on; the answer closes them, so that no file is another tab of the next one. */
function watchChannels(): () => void {
  const opened: BroadcastChannel[] = []
  let isOver = false
  const Plain = globalThis.BroadcastChannel
  globalThis.BroadcastChannel = class extends Plain {
    constructor(name: string) {
      super(name)
      opened.push(this)
    }

    override postMessage(message: unknown): void {
      // A timer of the file may still come; what it says is for nobody.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a channel, not of a window
      if (!isOver) super.postMessage(message)
    }
  }
  return () => {
    isOver = true
    for (const channel of opened) channel.close()
  }
}

/** Remembers the window that test files share; the answer puts back whatever a file changed about it. */
export function rememberWindow(): () => void {
  const objects = changeable().map((object) => ({ object, was: Object.getOwnPropertyDescriptors(object) }))
  const roots = [document.documentElement, document.body].map((element) => ({
    element,
    attributes: [...element.attributes].map(({ name, value }) => ({ name, value })),
  }))
  const values = assigned()
  const [takeListenersOff, closeChannels] = [watchListeners(), watchChannels()]
  return () => {
    takeListenersOff()
    closeChannels()
    for (const { object, was } of objects) putBack(object, was)
    for (const [key, value] of values)
      if (Reflect.get(globalThis, key) !== value) Reflect.set(globalThis, key, value)
    for (const { element, attributes } of roots) {
      while (element.attributes[0] !== undefined) element.removeAttribute(element.attributes[0].name)
      for (const { name, value } of attributes) element.setAttribute(name, value)
    }
    // Styles stay in the head: the library that put them there is shared, and knows that they are.
    document.body.replaceChildren()
    document.title = ''
    history.replaceState(null, '', '/')
    localStorage.clear()
    sessionStorage.clear()
  }
}
