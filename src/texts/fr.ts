import type { Texts } from './catalogue.ts';
import { withNoBreakSpaces } from './no-break-spaces.ts';

export const fr: Texts = withNoBreakSpaces({
  language: { tag: 'fr', name: 'Français', dir: 'ltr' },
  messages: {
    // Application flow (4, 8)
    applied: 'Formulaire envoyé. Veuillez envoyer vos documents.',
    documentUploaded: 'Document envoyé',
    alreadyApplied: 'Vous avez déjà postulé à un emploi il y a moins d’un an.',
    processingFailed: 'Une erreur s’est produite pendant le traitement de votre demande.',
    unspecified: 'Une erreur inconnue s’est produite.',
    error: 'Erreur',
    coverLetterRequired: 'Votre lettre de motivation est obligatoire.',
    coverLetterPlaceholder: 'Écrivez votre lettre de motivation…',

    // Documents (5)
    uploadErrorTitle: 'Une erreur s’est produite',
    invalidFileType: 'Type de fichier non valable pour « {field} »',
    fileTooLarge: 'Le fichier est trop grand pour {field}',

    // Contact (2, 4)
    contactTitle: 'NOUS CONTACTER',
    messageSent: 'Message envoyé',

    // Openings and search (2, 5, 8)
    selectCompanyOption: 'Choisir une entreprise…',
    selectCompany: 'Veuillez choisir une entreprise',
    selectCompanyToSearch: 'Veuillez choisir une entreprise pour lancer la recherche…',
    noOpeningsFound: 'Aucune offre trouvée pour « {query} »',

    // Generic form messages (5)
    required: 'Ce champ est obligatoire.',
    remote: 'Veuillez corriger ce champ.',
    email: 'Veuillez saisir une adresse e-mail valable.',
    url: 'Veuillez saisir une adresse web valable.',
    date: 'Veuillez saisir une date valable.',
    dateISO: 'Veuillez saisir une date valable (ISO).',
    number: 'Veuillez saisir un nombre valable.',
    digits: 'Veuillez saisir des chiffres seulement.',
    equalTo: 'Veuillez saisir la même valeur une deuxième fois.',
    maxlength: 'Veuillez saisir {0} caractères au plus.',
    minlength: 'Veuillez saisir au moins {0} caractères.',
    rangelength: 'Veuillez saisir entre {0} et {1} caractères.',
    range: 'Veuillez saisir une valeur entre {0} et {1}.',
    max: 'Veuillez saisir une valeur inférieure ou égale à {0}.',
    min: 'Veuillez saisir une valeur supérieure ou égale à {0}.',
    step: 'Veuillez saisir un multiple de {0}.',

    // Enquiry forms, gallery, lightbox (5, 8, 9)
    confirmCaptcha: 'Veuillez confirmer le captcha pour continuer.',
    galleryCategory: 'la catégorie doit être un nombre à partir de 1',
    lightboxClose: 'Fermer (Échap)',
    lightboxLoading: 'Chargement…',
    lightboxPrevious: 'Précédente (flèche gauche)',
    lightboxNext: 'Suivante (flèche droite)',
    lightboxCounter: '%curr% sur %total%',
    contentNotFound: 'Contenu introuvable',
    contentNotLoaded: 'Le contenu n’a pas pu être chargé.',
    imageNotLoaded: 'L’image n’a pas pu être chargée.',
  },
} satisfies Texts);
