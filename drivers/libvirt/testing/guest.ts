// The boot sector of guest.s, which explains what it does and how its bytes are made.
const CODE = `
  fc31c08ed88ec08ed0bc007c88169e7dbafb03b003eeba0206b80001efbe9f7de84f0130dbfbf4e86a00bafd03eca80174f3baf803ece844013c0d74
  0884db75e988c3ebe588d830db3c7074363c7274223c7774693c620f848a003c63741c3c740f84b4003c730f84d400bebb7de80101ebb7baf90cb006
  eeebf8ba0505b001eeebf8ba0406b80020efebf7b91400f4e2fdebefba0006eda9000175ef6631c9bad00c6689c866efbac40c66ed6685c07405bac8
  0c66ef4183f92072e3c366ff06008066c706967d40000000e83d0066c706967d00000400e83100bafd03eca80174dbeb8666ff06008066c706967d40
  000000e81600fe069e7de80f00fe0e9e7dbafd03eca80174dce95fffb80043be8e7d8a169e7dcd13c3f466ff06008066c706967d40000000e8e1ffb0
  217202b02be82200bafd03eca80174dde92cff66c706967d40000000b80042e8c1ffb03de80300e915ff8b2e0080b90400e81d00c1c50489e8240f3c
  0a1c692fe80e00e2efc3ac84c07405e80300ebf6c388c4bafd03eca82074fbbaf80388e0eec310000100008000000000000000000000000d0a546865
  20746573742067756573742068617320626f6f7465642e0d0a6c6f67696e3a2000
`

export function guestBootSector(): Uint8Array {
  const sector = new Uint8Array(512)
  sector.set(Buffer.from(CODE.replaceAll(/\s/g, ''), 'hex'))
  sector.set([0x55, 0xaa], 510)
  return sector
}

/** What it has told: `+002A` if its disk has the number, `!002B` if it does not take it, `=002A` if it was read from there. */
export function numbersIn(text: string, mark: '+' | '!' | '='): number[] {
  return [...text.matchAll(/([+!=])([\dA-F]{4})/g)]
    .filter((found) => found[1] === mark)
    .map(([, , hex]) => parseInt(hex!, 16))
}
