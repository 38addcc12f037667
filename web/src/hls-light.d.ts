/**
 * The light build is the library without what a table’s stream never has: subtitles, several sound
 * tracks, DRM.
 */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
