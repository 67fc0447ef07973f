/** Stands for a port that a test never asks; asking it fails the test. */
export function neverAsked<Port extends object>(name: string): Port {
  return new Proxy({} as Port, {
    get: (_port, asked) => {
      throw new Error(`${name}.${String(asked)} was asked`)
    },
  })
}
