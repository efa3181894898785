// Files that are built into the server as text.
declare module '*?raw' {
  const text: string
  export default text
}
